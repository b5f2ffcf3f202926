import { expect } from 'chai'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { failureOf, loopbackClient, type Site, serve, serveRaw, userAgent } from '../loopback.ts'

const ok = 'HTTP/1.1 200 OK\r\n'

describe('makeExchange', () => {
  let client: HttpClient
  let site: Site | undefined
  beforeEach(() => {
    client = loopbackClient()
  })
  afterEach(async () => {
    await client.close()
    await site?.close()
    site = undefined
  })

  async function reasonFor(answer: string): Promise<unknown> {
    site = await serveRaw((socket) => socket.end(answer, 'latin1'))
    const { code, details } = await failureOf(client.fetchPage({ url: site.origin, userAgent }))
    expect(code).to.equal('URL_UNREACHABLE')
    return (details as { reason?: unknown } | null)?.reason
  }

  it('sends the configured fields and no others', async () => {
    site = await serve(({ headers, method, url }, response) =>
      response.end(JSON.stringify({ headers, method, url })),
    )
    const { body } = await client.fetchPage({
      url: `${site.origin}/a/b?c=d#e`,
      userAgent,
      headers: { 'accept-language': 'fr' },
    })
    const { headers, ...line } = JSON.parse(body.toString())
    expect(line).to.deep.equal({ method: 'GET', url: '/a/b?c=d' })
    expect(headers).to.deep.equal({
      host: `127.0.0.1:${site.port}`,
      connection: 'keep-alive',
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'accept-language': 'fr',
      'user-agent': userAgent,
      'accept-encoding': 'gzip, deflate, br, zstd',
    })
  })

  it('returns header fields in lower case with all their values, byte by byte', async () => {
    site = await serveRaw((socket) => {
      const fields =
        'X-One: a\r\nSet-Cookie: a=1\r\nset-cookie: b=\xe4\r\n__proto__: p\r\nContent-Length: 2\r\n\r\n'
      socket.write(`${ok}${fields}hi`, 'latin1')
    })
    const { headers, contentType, body } = await client.fetchPage({ url: site.origin, userAgent })
    expect(headers['x-one']).to.deep.equal(['a'])
    expect(headers['set-cookie']).to.deep.equal(['a=1', 'b=\u00e4'])
    expect(Object.entries(headers).find(([name]) => name === '__proto__')?.[1]).to.deep.equal(['p'])
    expect(contentType).to.equal(null)
    expect(body.toString()).to.equal('hi')
  })

  it('reads a body that ends with the connection, and one in chunks', async () => {
    site = await serveRaw((socket) => {
      if (site?.requested.at(-1) === '/close') socket.end(`${ok}Connection: close\r\n\r\nuntil the end`)
      else socket.write(`${ok}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`)
    })
    const texts = ['/close', '/chunked'].map(async (path) => {
      const { body } = await client.fetchPage({ url: `${site?.origin}${path}`, userAgent })
      return body.toString()
    })
    expect(await Promise.all(texts)).to.deep.equal(['until the end', 'abc'])
  })

  it('retries once when a kept-alive connection is closed', async () => {
    site = await serveRaw((socket) => {
      if (site?.requested.length === 2) socket.destroy()
      else socket.write(`${ok}Content-Length: 2\r\n\r\nhi`)
    })
    for (let turn = 0; turn < 2; turn += 1) {
      const { body } = await client.fetchPage({ url: site.origin, userAgent })
      expect(body.toString()).to.equal('hi')
    }
    expect(site.requested).to.have.length(3)
  })

  it('does not retry for ever when each connection is closed', async () => {
    expect(await reasonFor('')).to.equal('connection_reset')
    expect(site?.requested).to.have.length(2)
  })

  it('rejects a connection that breaks in the body', async () => {
    for (const start of [ok, `${ok}Connection: close\r\n`]) {
      for (const rest of [
        'Content-Length: 100\r\n\r\nhalf',
        'Transfer-Encoding: chunked\r\n\r\n10\r\nhalf',
      ]) {
        expect(await reasonFor(`${start}${rest}`)).to.equal('connection_reset')
        await site?.close()
      }
    }
  })

  it('rejects a response that is not HTTP', async () => {
    expect(await reasonFor('SSH-2.0-OpenSSH_9.6\r\n')).to.equal('invalid_response')
    await site?.close()
    expect(await reasonFor(`${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`)).to.equal(
      'invalid_response',
    )
  })

  it('rejects header fields over the limit', async () => {
    expect(await reasonFor(`${ok}X-Big: ${'x'.repeat(400_000)}\r\n\r\n`)).to.equal('invalid_response')
    await site?.close()
    expect(await reasonFor(`${ok}${'X-Small: x\r\n'.repeat(40_000)}\r\n`)).to.equal('invalid_response')
  })

  it('rejects endless interim responses, and accepts some', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'
    expect(await reasonFor(hint.repeat(1000))).to.equal('invalid_response')
    expect(site?.requested).to.have.length(1)
    await site?.close()
    site = await serveRaw((socket) =>
      socket.write(`HTTP/1.1 102 Processing\r\n\r\n${hint.repeat(3)}${ok}Content-Length: 2\r\n\r\nhi`),
    )
    const { status, body } = await client.fetchPage({ url: site.origin, userAgent })
    expect([status, body.toString()]).to.deep.equal([200, 'hi'])
  })

  it('accepts header fields within the limit', async () => {
    site = await serveRaw((socket) =>
      socket.write(`${ok}X-Big: ${'x'.repeat(60_000)}\r\nContent-Length: 0\r\n\r\n`),
    )
    const { headers } = await client.fetchPage({ url: site.origin, userAgent })
    expect(headers['x-big']?.[0]).to.have.length(60_000)
  })

  it('does not wait for the body of a redirect', async () => {
    site = await serveRaw((socket) => {
      if (site?.requested.length === 1)
        socket.write('HTTP/1.1 302 Found\r\nLocation: /to\r\nContent-Length: 9\r\n\r\n')
      else socket.write(`${ok}Content-Length: 2\r\n\r\nhi`)
    })
    const { body } = await client.fetchPage({ url: site.origin, userAgent, timeoutMs: 3000 })
    expect(body.toString()).to.equal('hi')
  })
})
