import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { oddPage, oddResponses, unreadableResponses } from '#test/support/sites/odd-responses.ts'
import { type Canary, openCanary } from '#test/unit/shared/egress/canary.ts'
import { ask, authorization, closing, errorOf, say, serve, serveRaw, testProxy } from './loopback.ts'

const allow = '127.0.0.0/8:*'

describe('egress proxy: plain http', () => {
  const { open, closeAll } = closing()
  afterEach(closeAll)

  it('passes on method, path, query, fields and body, and the answer as it is', async () => {
    const target = await open(
      serve(async (requested, answer) => {
        const seen = {
          method: requested.method,
          url: requested.url,
          host: requested.headers.host,
          body: await text(requested),
        }
        answer.writeHead(203, 'Odd', [
          'X-Twice',
          '1',
          'Set-Cookie',
          'a=1',
          'X-Twice',
          '2',
          'Set-Cookie',
          'b=2',
        ])
        answer.end(JSON.stringify(seen))
      }),
    )
    const proxy = await open(testProxy({ allow }))
    const answer = await ask(proxy, `${target.origin}/a%20b/..?q=1&r`, { method: 'POST', body: 'Grüße' })
    expect(answer).to.include({ status: 203, message: 'Odd' })
    expect(answer.headers['x-twice']).to.equal('1, 2')
    expect(answer.headers['set-cookie']).to.deep.equal(['a=1', 'b=2'])
    expect(JSON.parse(answer.body.toString())).to.deep.equal({
      method: 'POST',
      url: '/a%20b/..?q=1&r',
      host: `127.0.0.1:${target.port}`,
      body: 'Grüße',
    })
    expect(proxy.counts()).to.include({ requests: 1, tunnels: 0, refused: 0, unreachable: 0 })
  })

  it('keeps hop-by-hop fields and its own credential from either side', async () => {
    const seen: string[] = []
    const target = await open(
      serve((requested, answer) => {
        seen.push(...Object.keys(requested.headers))
        answer.writeHead(200, {
          'x-end': '1',
          'x-hop': '1',
          'proxy-authenticate': 'Basic',
          connection: 'x-hop',
        })
        answer.end()
      }),
    )
    const proxy = await open(testProxy({ allow }))
    const headers = {
      connection: 'x-secret',
      'x-secret': '1',
      te: 'trailers',
      'keep-alive': '1',
      'x-kept': '1',
    }
    const answer = await ask(proxy, target.origin, { headers })
    expect(seen).to.include('x-kept')
    for (const name of ['x-secret', 'te', 'keep-alive', 'proxy-authorization', 'via'])
      expect(seen).not.to.include(name)
    expect(answer.headers).to.include({ 'x-end': '1' }).and.not.have.any.keys('x-hop', 'proxy-authenticate')
  })

  it('passes on bodies of unknown length, in both directions', async () => {
    const target = await open(
      serve((requested, answer) => {
        requested.pipe(answer)
      }),
    )
    const proxy = await open(testProxy({ allow }))
    const headers = { 'transfer-encoding': 'chunked' }
    const body = Buffer.alloc(3_000_000, 'abc')
    const answer = await ask(proxy, target.origin, { method: 'POST', headers, body })
    expect(answer.body.equals(body)).to.equal(true)
  })

  it('answers HEAD, 204 and 304 without a body', async () => {
    const target = await open(
      serve((requested, answer) => {
        answer
          .writeHead(
            Number(requested.url?.slice(1)),
            requested.method === 'HEAD' ? { 'content-length': '10' } : {},
          )
          .end()
      }),
    )
    const proxy = await open(testProxy({ allow }))
    const head = await ask(proxy, `${target.origin}/200`, { method: 'HEAD' })
    expect(head.headers).to.include({ 'content-length': '10' })
    expect(await ask(proxy, `${target.origin}/204`)).to.include({ status: 204 })
    expect(await ask(proxy, `${target.origin}/304`)).to.include({ status: 304 })
  })

  it('keeps connections to a target for the next request', async () => {
    const target = await open(serve((_, answer) => void answer.end('page')))
    const proxy = await open(testProxy({ allow }))
    for (let i = 0; i < 5; i++) expect((await ask(proxy, target.origin)).body.toString()).to.equal('page')
    expect(target.connections.count).to.equal(1)
  })

  it('asks again when a kept connection turns out to be closed, and sends nothing unsafe over one', async () => {
    const requested: string[] = []
    const target = await open(
      serveRaw((socket) => {
        let answers = 0
        socket.on('data', (data) => {
          requested.push(data.toString().split(' ')[0] ?? '')
          // The second request on a connection meets its end.
          if (answers++ === 0) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npage')
          else socket.destroy()
        })
      }),
    )
    const proxy = await open(testProxy({ allow }))
    for (const method of ['GET', 'GET', 'POST', 'POST']) {
      const asking = method === 'POST' ? { method, headers: { 'content-length': '0' } } : {}
      expect(await ask(proxy, target.origin, asking), method).to.include({ status: 200 })
    }
    expect(requested).to.deep.equal(['GET', 'GET', 'GET', 'POST', 'POST'])
    expect(proxy.counts()).to.include({ requests: 4, unreachable: 0 })
  })

  it('reads one answer after the other on the connection of a browser', async () => {
    const target = await open(serve((requested, answer) => void answer.end(requested.url)))
    const proxy = await open(testProxy({ allow }))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { hostname, port } = new URL(proxy.url)
    for (const path of ['/1', '/2', '/3']) {
      const headers = { 'proxy-authorization': authorization(proxy) }
      const sent = request({ hostname, port, path: target.origin + path, headers, agent }).end()
      const [answer] = await once(sent, 'response')
      expect(await text(answer)).to.equal(path)
    }
    agent.destroy()
  })

  describe('refused and unreachable targets', () => {
    let canary: Canary
    beforeEach(async () => {
      canary = await open(openCanary('127.0.0.1'))
    })

    it('gets no answer that could be taken for the page, and never a connection', async () => {
      const proxy = await open(testProxy({ resolve: async () => ['127.0.0.1'] }))
      const reasons = {
        [`http://127.0.0.1:${canary.port}/`]: 'address_not_allowed',
        [`http://0x7f.1:${canary.port}/`]: 'address_not_allowed',
        [`http://[::ffff:127.0.0.1]:${canary.port}/`]: 'address_not_allowed',
        [`http://localhost:${canary.port}/`]: 'name_not_allowed',
        [`http://www.example.com:${canary.port}/`]: 'address_not_allowed',
        'http://169.254.169.254/latest/meta-data/': 'address_not_allowed',
      }
      for (const [url, reason] of Object.entries(reasons)) {
        expect(await errorOf(ask(proxy, url)), url).to.equal('ECONNRESET')
        expect(proxy.failureOf(url), url).to.include({ kind: 'refused', reason })
      }
      expect(canary.hits).to.equal(0)
      expect(proxy.counts()).to.include({ requests: 6, refused: 6, bytesReceived: 0 })
      expect(proxy.refusals()).to.deep.include({
        host: 'localhost',
        port: canary.port,
        reason: 'name_not_allowed',
      })
    })

    it('is the same to the browser, whatever the reason', async () => {
      const gone = await serve(() => {})
      await gone.close()
      const proxy = await open(testProxy({ allow: `127.0.0.1:${gone.port}` }))
      const urls = [gone.origin, 'http://unknown.example.com/', `http://127.0.0.1:${canary.port}/`]
      const answers = urls.map((url) =>
        say(proxy, `GET ${url} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${authorization(proxy)}\r\n\r\n`),
      )
      expect(await Promise.all(answers)).to.deep.equal(['', '', ''])
      expect(urls.map((url) => proxy.failureOf(url)?.kind)).to.deep.equal([
        'unreachable',
        'unreachable',
        'refused',
      ])
      expect(proxy.failureOf(gone.origin)).to.include({ reason: 'connection_refused' })
      expect(proxy.failureOf('http://unknown.example.com/')).to.include({ reason: 'dns_failure' })
    })

    it('is judged anew behind a redirect', async () => {
      const target = await open(
        serve(
          (_, answer) => void answer.writeHead(302, { location: `http://127.0.0.1:${canary.port}/` }).end(),
        ),
      )
      const proxy = await open(testProxy({ allow: `127.0.0.1:${target.port}` }))
      const { headers } = await ask(proxy, target.origin)
      expect(await errorOf(ask(proxy, String(headers.location)))).to.equal('ECONNRESET')
      expect(canary.hits).to.equal(0)
    })

    it('is judged anew when a name is bound to another address', async () => {
      const close = { connection: 'close' }
      const target = await open(
        serve((_, answer) => void answer.writeHead(200, close).end('judged'), '127.0.0.2', canary.port),
      )
      let requested = 0
      const resolve = async () => [requested++ === 0 ? '127.0.0.2' : '127.0.0.1']
      const proxy = await open(testProxy({ allow: `127.0.0.2:${target.port}`, resolve }))
      const url = `http://www.example.com:${target.port}/`
      expect((await ask(proxy, url)).body.toString()).to.equal('judged')
      expect(await errorOf(ask(proxy, url))).to.equal('ECONNRESET')
      expect(proxy.failureOf(url)).to.include({ kind: 'refused' })
      expect(canary.hits).to.equal(0)
    })

    it('is forgotten as soon as it can be reached', async () => {
      const first = await serve(() => {})
      await first.close()
      const proxy = await open(testProxy({ allow }))
      expect(await errorOf(ask(proxy, first.origin))).to.equal('ECONNRESET')
      expect(proxy.failureOf(first.origin)).to.include({ kind: 'unreachable' })
      await open(serve((_, answer) => void answer.end(), '127.0.0.1', first.port))
      expect(await ask(proxy, first.origin)).to.include({ status: 200 })
      expect(proxy.failureOf(first.origin)).to.equal(null)
    })
  })

  describe('answers that break the protocol', () => {
    const broken: Record<string, string> = {
      'no HTTP at all': 'hello there\r\n\r\n',
      'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
      'header fields without end': `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
      'a challenge that only a proxy may send':
        'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="render"\r\nContent-Length: 0\r\n\r\n',
      'a protocol nobody asked for': 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    }
    for (const [what, bytes] of Object.entries(broken)) {
      it(`are none: ${what}`, async () => {
        const target = await open(serveRaw((socket) => void socket.once('data', () => socket.end(bytes))))
        const proxy = await open(testProxy({ allow }))
        expect(await errorOf(ask(proxy, target.origin))).to.equal('ECONNRESET')
        expect(proxy.failureOf(target.origin)).to.include({ kind: 'unreachable' })
      })
    }

    for (const [what, bytes] of Object.entries(unreadableResponses)) {
      it(`are none, as for browsers: ${what}`, async () => {
        const target = await open(
          serveRaw((socket) => void socket.once('data', () => socket.end(bytes, 'latin1'))),
        )
        const proxy = await open(testProxy({ allow }))
        expect(await errorOf(ask(proxy, target.origin))).to.equal('ECONNRESET')
        expect(proxy.failureOf(target.origin)).to.include({ kind: 'unreachable', reason: 'invalid_response' })
      })
    }

    for (const [what, { bytes, fields }] of Object.entries(oddResponses)) {
      it(`are passed on as valid ones where browsers read them: ${what}`, async () => {
        const target = await open(
          serveRaw((socket) => void socket.once('data', () => socket.end(bytes, 'latin1'))),
        )
        const proxy = await open(testProxy({ allow }))
        const { status, headers, body } = await ask(proxy, target.origin)
        expect([status, body.toString()]).to.deep.equal([200, oddPage])
        for (const [field, value] of Object.entries(fields))
          expect(headers[field] ?? null, field).to.equal(value)
      })
    }

    it('make no field and no response for the browser', async () => {
      const second = 'HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nsmuggled'
      const odd = 'HTTP/1.1 200 OK\r\nX-A: a\r\rSet-Cookie: b=c\nContent-Length: 2\nContent-Length: 2\n\nhi'
      const target = await open(
        serveRaw((socket) => void socket.on('data', () => socket.write(odd + second))),
      )
      const proxy = await open(testProxy({ allow }))
      const bytes = await say(
        proxy,
        `GET ${target.origin}/ HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${authorization(proxy)}\r\nConnection: close\r\n\r\n`,
      )
      expect(bytes.match(/HTTP\/1\.1/g)).to.have.length(1)
      expect(bytes).to.include('\r\nX-A: a  Set-Cookie: b=c\r\n').and.not.include('smuggled')
      await ask(proxy, target.origin)
      expect(target.connections.count).to.equal(2)
    })

    it('are cut where the target cut them', async () => {
      const target = await open(
        serveRaw(
          (socket) =>
            void socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')),
        ),
      )
      const proxy = await open(testProxy({ allow }))
      expect(await errorOf(ask(proxy, target.origin))).to.equal('ECONNRESET')
      expect(proxy.failureOf(target.origin)).to.include({ kind: 'unreachable', reason: 'connection_reset' })
    })
  })

  describe('requests that break the protocol', () => {
    const rest = 'GET http://127.0.0.1/smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
    const heads: Record<string, string> = {
      'Content-Length beside Transfer-Encoding': 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n',
      'two Content-Lengths': 'Content-Length: 3\r\nContent-Length: 5\r\n',
      'an unknown transfer coding': 'Transfer-Encoding: xchunked\r\n',
      'chunked that is not the only coding': 'Transfer-Encoding: gzip, chunked\r\n',
      'a folded field': 'X-A: 1\r\n 2\r\n',
      'a space before the colon': 'Content-Length : 3\r\n',
      'too many bytes of fields': `X-A: ${'x'.repeat(70_000)}\r\n`,
    }
    for (const [what, fields] of Object.entries(heads)) {
      it(`reach nobody: ${what}`, async () => {
        const target = await open(serve((_, answer) => void answer.end('reached')))
        const proxy = await open(testProxy({ allow }))
        const head = `POST ${target.origin}/ HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${authorization(proxy)}\r\n`
        expect(await say(proxy, `${head}${fields}\r\n0\r\n\r\n${rest}`)).not.to.include('reached')
        expect(target.connections.count).to.equal(0)
      })
    }

    for (const line of ['GET /', 'GET https://127.0.0.1/', 'OPTIONS *', 'GET ftp://127.0.0.1/']) {
      it(`reach nobody: ${line}`, async () => {
        const proxy = await open(testProxy({ allow }))
        const head = `${line} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${authorization(proxy)}\r\n\r\n`
        expect(await say(proxy, head)).to.equal('')
        expect(proxy.counts()).to.include({ requests: 0 })
      })
    }
  })
})
