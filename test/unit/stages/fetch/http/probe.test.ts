import { expect } from 'chai'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { probeAnswer } from '#test/support/audit/probe-answer.ts'
import { driveClock } from '#test/unit/driven-clock.ts'
import { loopbackClient, type Site, serve, serveRaw, userAgent } from './loopback.ts'

describe('probe', () => {
  let client: HttpClient
  let site: Site
  const methods: string[] = []

  before(async () => {
    const statuses: Record<string, number> = {
      'HEAD /moved': 301,
      'HEAD /no-head': 405,
      'GET /no-head': 206,
      'HEAD /empty': 501,
      'GET /empty': 416,
      'HEAD /gone': 404,
      'GET /gone': 404,
      'HEAD /busy': 429,
      'HEAD /later': 503,
      'HEAD /part': 405,
      'GET /part': 206,
    }
    const headersOf: Record<string, [string, string][]> = {
      '/moved': [['location', 'next?é']],
      '/later': [['retry-after', '60']],
    }
    site = await serve(({ url = '', method = '', headers }, response) => {
      methods.push(`${method} ${url} ${headers.range ?? ''}`.trim())
      response.statusCode = statuses[`${method} ${url}`] ?? 200
      response.setHeader('content-type', 'text/html')
      response.setHeaders(new Map(headersOf[url] ?? []))
      if (url === '/told') {
        response.setHeader('x-robots-tag', ['noindex', 'otherbot: none'])
        response.setHeader('cache-control', 'max-age=60')
        response.setHeader('etag', `"${'x'.repeat(5000)}"`)
        response.setHeader('set-cookie', 'a=1')
        response.setHeader('content-length', '12345')
      }
      if (url === '/part' && method === 'GET') response.setHeader('content-range', 'bytes 0-3/98765')
      response.end('page')
    })
    client = loopbackClient({ hosts: 'a.shop.example=127.0.0.1' })
  })
  after(async () => {
    await client.close()
    await site.close()
  })
  beforeEach(() => {
    methods.length = 0
  })
  const probe = (url: string) => client.probe({ url, userAgent, timeoutMs: 2000 })

  it('sends HEAD, and reports status and type', async () => {
    const url = `${site.origin}/`
    expect(await probe(url)).to.deep.equal({
      url,
      status: 200,
      location: null,
      contentType: 'text/html',
      error: null,
      headers: {},
      httpVersion: '1.1',
    })
    expect(methods).to.deep.equal(['HEAD /'])
  })

  it('reports a redirect and does not follow it', async () => {
    const { status, location } = await probe(`${site.origin}/moved`)
    expect({ status, location }).to.deep.equal({ status: 301, location: `${site.origin}/next?%E9` })
    expect(methods).to.deep.equal(['HEAD /moved'])
  })

  it('requests a range with GET where HEAD fails', async () => {
    expect(await probe(`${site.origin}/no-head`)).to.include({ status: 200, error: null })
    expect(await probe(`${site.origin}/empty`)).to.include({ status: 200 })
    expect(await probe(`${site.origin}/gone`)).to.include({ status: 404 })
    expect(methods).to.deep.equal([
      'HEAD /no-head',
      'GET /no-head bytes=0-1023',
      'HEAD /empty',
      'GET /empty bytes=0-1023',
      'HEAD /gone',
      'GET /gone bytes=0-1023',
    ])
  })

  it('sends no second request after 429, or when it is asked to wait', async () => {
    expect(await probe(`${site.origin}/busy`)).to.include({ status: 429 })
    expect(await probe(`${site.origin}/later`)).to.include({ status: 503 })
    expect(methods).to.deep.equal(['HEAD /busy', 'HEAD /later'])
  })

  it('reports some headers, cut to a length', async () => {
    const { headers } = await probe(`${site.origin}/told`)
    const { etag, ...others } = headers
    expect(others).to.deep.equal({
      'cache-control': 'max-age=60',
      'content-length': '12345',
      'x-robots-tag': 'noindex, otherbot: none',
    })
    expect(etag).to.have.length(1024)
  })

  it('reports the full length of a range response', async () => {
    expect(await probe(`${site.origin}/part`)).to.deep.include({
      status: 200,
      headers: { 'content-length': '98765' },
    })
    expect((await probe(`${site.origin}/no-head`)).headers).to.deep.equal({})
  })

  it('reports why there is no response', async () => {
    const silent = await serveRaw(() => {})
    const rude = await serveRaw((socket) => socket.destroy())
    const closed = await serve(() => {})
    await closed.close()
    const outcomes: [string, ProbeAnswer['error']][] = [
      ['http://10.0.0.1/', 'refused'],
      ['ftp://a.shop.example/', 'refused'],
      ['no url', 'refused'],
      ['http://unknown.shop.com/', 'dns_failure'],
      [`${silent.origin}/`, 'timeout'],
      [`${rude.origin}/`, 'connection_failed'],
      [`${closed.origin}/`, 'connection_failed'],
      [`https://a.shop.example:${site.port}/`, 'tls_error'],
    ]
    for (const [url, error] of outcomes) {
      const clock = driveClock()
      const answer = await clock.settle(probe(url)).finally(clock.stop)
      expect(answer).to.deep.equal(probeAnswer(url, { status: null, error }))
    }
    await Promise.all([silent.close(), rude.close()])
  })

  it('ignores an invalid Location', async () => {
    const odd = await serveRaw((socket) => socket.write('HTTP/1.1 302 Found\r\nLocation: http://[\r\n\r\n'))
    expect(await probe(odd.origin)).to.include({ status: 302, location: null, error: null })
    await odd.close()
  })

  it("rejects with the reason of its caller's signal", async () => {
    const reason = new Error('drained')
    const signal = AbortSignal.abort(reason)
    const outcome = await client
      .probe({ url: site.origin, userAgent, signal })
      .catch((error: unknown) => error)
    expect(outcome).to.equal(reason)
  })
})
