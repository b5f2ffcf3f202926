import { expect } from 'chai'
import { type HttpClient, makeHttpClient } from '#stages/fetch/http/client.ts'
import { eventually } from '#test/contract/eventually.ts'
import { unlimitedMemory } from '#test/support/unlimited-memory.ts'
import { driveClock } from '#test/unit/driven-clock.ts'
import { failureOf, limits, loopbackClient, type Site, serve, serveRaw, userAgent } from './loopback.ts'

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'

describe('fetchPage', () => {
  let client: HttpClient
  let site: Site | undefined
  const timers: NodeJS.Timeout[] = []
  beforeEach(() => {
    client = loopbackClient({ hosts: 'silent.shop.example=127.0.0.1' })
  })
  afterEach(async () => {
    for (const timer of timers.splice(0)) clearInterval(timer)
    await client.close()
    await site?.close()
    site = undefined
  })

  async function timeOut(url: string, timeoutMs = 300): Promise<void> {
    const { code, details } = await failureOf(client.fetchPage({ url, userAgent, timeoutMs }))
    expect(code).to.equal('TIMEOUT')
    expect(details).to.deep.equal({ url, timeout_ms: timeoutMs })
  }

  it('returns the response with all its facts', async () => {
    site = await serve((_request, response) => {
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8', etag: '"1"' }).end('<p>gone')
    })
    const url = `http://127.0.0.1:${site.port}/a/../b`
    const { timings, headers, body, ...rest } = await client.fetchPage({ url, userAgent })
    expect(rest).to.deep.equal({
      url,
      finalUrl: `${site.origin}/b`,
      status: 404,
      contentType: 'text/html; charset=utf-8',
      bodyBytes: 7,
      truncated: false,
      typeRejected: false,
      redirects: [],
      setCookies: [],
      httpVersion: '1.1',
    })
    expect(body.toString()).to.equal('<p>gone')
    expect(headers.etag).to.deep.equal(['"1"'])
    expect(timings.totalMs).to.be.at.least(timings.ttfbMs)
    expect(timings.ttfbMs).to.be.greaterThan(0)
  })

  it('times out on a body that arrives byte by byte', async () => {
    site = await serveRaw((socket) => {
      socket.write(`${ok}Content-Length: 100000\r\n\r\n`)
      timers.push(setInterval(() => socket.write('x'), 20))
    })
    await timeOut(`${site.origin}/drip`)
  })

  it('times out on headers that arrive byte by byte', async () => {
    site = await serveRaw((socket) => {
      socket.write(`${ok}X-Drip: `)
      timers.push(setInterval(() => socket.write('x'), 20))
    })
    await timeOut(`${site.origin}/drip`)
  })

  it('times out on a server that accepts the connection and sends nothing', async () => {
    site = await serveRaw(() => {})
    await timeOut(`${site.origin}/silent`)
  })

  it('applies one timeout to all redirects together', async () => {
    const clock = driveClock()
    try {
      site = await serve(({ url }, response) => {
        setTimeout(() => response.writeHead(302, { location: `${url}x` }).end(), 2000)
      })
      await clock.settle(timeOut(`${site.origin}/slow`, 5000))
      expect(site.requested.length).to.be.within(2, 3)
    } finally {
      clock.stop()
    }
  })

  it('includes name resolution and connecting in the timeout', async () => {
    const never = new Promise<never>(() => {})
    const allowed = (url: string) => ({
      kind: 'allowed' as const,
      url: new URL(url),
      addresses: ['127.0.0.1'],
    })
    for (const egress of [
      { check: () => never, connector: () => {} },
      { check: async (url: string) => allowed(url), connector: () => {} },
    ]) {
      const stuck = makeHttpClient({ egress, memory: unlimitedMemory, limits: { ...limits, timeoutMs: 100 } })
      const { code } = await failureOf(stuck.fetchPage({ url: 'http://shop.example/', userAgent }))
      expect(code).to.equal('TIMEOUT')
      await stuck.close()
    }
  })

  it("rejects with the reason of its caller's signal", async () => {
    site = await serveRaw(() => {})
    const reason = new Error('drained')
    const controller = new AbortController()
    const fetching = client.fetchPage({ url: site.origin, userAgent, signal: controller.signal })
    await eventually(() => site?.requested.length === 1)
    controller.abort(reason)
    expect(await fetching.catch((error: unknown) => error)).to.equal(reason)
    const late = client.fetchPage({ url: site.origin, userAgent, signal: controller.signal })
    expect(await late.catch((error: unknown) => error)).to.equal(reason)
  })

  it('reports a refused connection without the address', async () => {
    const gone = await serve(() => {})
    await gone.close()
    const url = `http://silent.shop.example:${gone.port}/`
    const { code, details, message } = await failureOf(client.fetchPage({ url, userAgent }))
    expect(code).to.equal('URL_UNREACHABLE')
    expect(details).to.deep.equal({ url, reason: 'connection_refused', status_code: null })
    expect(message).not.to.match(/\d/)
  })

  it('reports an unknown name', async () => {
    const url = 'http://unknown.shop.com/'
    const { details } = await failureOf(client.fetchPage({ url, userAgent }))
    expect(details).to.deep.equal({ url, reason: 'dns_failure', status_code: null })
  })

  it('rejects an invalid URL like any other target that is not allowed', async () => {
    const { code, details } = await failureOf(client.fetchPage({ url: 'not a url', userAgent }))
    expect(code).to.equal('INVALID_URL')
    expect(details).to.deep.equal({ url: 'not a url', reason: 'invalid_url' })
  })
})
