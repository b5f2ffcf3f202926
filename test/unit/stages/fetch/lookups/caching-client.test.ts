import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import type { PageRequest, ResponseHead } from '#stages/fetch/http/page-request.ts'
import { cachingClient } from '#stages/fetch/lookups/caching-client.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { loopbackClient, type Site, serve, userAgent } from '../http/loopback.ts'

describe('cachingClient', () => {
  const client = loopbackClient()
  let site: Site
  let ms = 1
  const limits = { keepMs: 60, maxEntries: 10, maxBytes: 5000, maxFileBytes: 2000, now: () => ms }
  const statuses: Record<string, number> = { '/gone': 404, '/down': 503, '/busy': 429 }

  before(async () => {
    site = await serve(({ url = '' }, response) => {
      response.statusCode = statuses[url] ?? 200
      response.end(url === '/packed' ? gzipSync('unpacked') : url.repeat(url === '/long' ? 1000 : 1))
    })
  })
  beforeEach(() => site.requested.splice(0))
  after(async () => {
    await client.close()
    await site.close()
  })

  const urlOf = (path: string) => `${site.origin}${path}`

  /** Reads with a sink, as sitemaps are read. */
  async function poured(caching: typeof client, path: string, takes = true) {
    const seen: string[] = []
    const sink = ({ status }: ResponseHead) => {
      seen.push(`${status}`)
      return (chunk: Buffer) => {
        seen.push(chunk.toString())
        return takes
      }
    }
    const requested = { url: urlOf(path), userAgent, sink, gunzipsFile: true } as const
    const { truncated, body } = await caching.fetchPage(requested)
    return { seen, truncated, bytes: body.length }
  }

  it('requests a file once, also a missing one, until its entry expires', async () => {
    const caching = cachingClient(client, limits)
    for (const path of ['/icon', '/gone']) {
      const first = await caching.fetchPage({ url: urlOf(path), userAgent })
      const second = await caching.fetchPage({ url: urlOf(path), userAgent })
      expect(second).to.deep.equal(first)
      expect(second.body.toString()).to.equal(path)
    }
    expect(site.requested).to.deep.equal(['/icon', '/gone'])
    ms += 61
    await caching.fetchPage({ url: urlOf('/icon'), userAgent })
    expect(site.requested).to.deep.equal(['/icon', '/gone', '/icon'])
  })

  it('requests a file that refuses once for a batch, each time without one, and a robots.txt each time', async () => {
    let sent = 0
    const fake = {
      ...client,
      async fetchPage({ url }: PageRequest) {
        sent += 1
        const result = await client.fetchPage({ url: urlOf('/icon'), userAgent })
        return { ...result, url, status: 503 }
      },
    }
    const caching = cachingClient(fake, limits)
    const counted = async (path: string, batch?: string) => {
      const before = sent
      for (let times = 0; times < 3; times++)
        expect((await caching.fetchPage({ url: urlOf(path), userAgent, batch })).status).to.equal(503)
      return sent - before
    }
    expect(await counted('/sitemap.xml', 'one')).to.equal(1)
    expect(await counted('/sitemap.xml', 'two')).to.equal(1)
    expect(await counted('/sitemap.xml')).to.equal(3)
    expect(await counted('/robots.txt', 'one')).to.equal(3)
  })

  it('replays a file that was read by a sink', async () => {
    const caching = cachingClient(client, limits)
    const expected = { seen: ['200', 'unpacked'], truncated: false, bytes: 0 }
    expect(await poured(caching, '/packed')).to.deep.equal(expected)
    expect(await poured(caching, '/packed')).to.deep.equal(expected)
    expect(await poured(caching, '/packed', false)).to.include({ truncated: true })
    expect(site.requested).to.deep.equal(['/packed'])
  })

  it('does not serve a part as the whole', async () => {
    const caching = cachingClient(client, limits)
    await poured(caching, '/packed', false)
    expect((await poured(caching, '/packed')).seen).to.deep.equal(['200', 'unpacked'])
    await caching.fetchPage({ url: urlOf('/icon'), userAgent, maxBytes: 2, overflow: 'cut' })
    const { body } = await caching.fetchPage({ url: urlOf('/icon'), userAgent })
    expect(body.toString()).to.equal('/icon')
    await caching.fetchPage({ url: urlOf('/icon'), userAgent, maxBytes: 2, overflow: 'cut' })
    expect(site.requested).to.have.length(5)
  })

  it('requests files again that are too large to cache, or had a temporary error', async () => {
    const caching = cachingClient(client, limits)
    for (const path of ['/long', '/down', '/busy', '/long', '/down', '/busy']) {
      await caching.fetchPage({ url: urlOf(path), userAgent })
    }
    expect(site.requested).to.have.length(6)
  })

  it('probes a URL once', async () => {
    const caching = cachingClient(client, limits)
    const ask = () => caching.probe({ url: urlOf('/link'), userAgent })
    expect(await ask()).to.deep.equal(await ask())
    expect(site.requested).to.deep.equal(['/link'])
    const down = () => caching.probe({ url: urlOf('/down'), userAgent })
    expect([(await down()).status, (await down()).status]).to.deep.equal([503, 503])
    expect(site.requested.filter((path) => path === '/down')).to.have.length(4)
  })

  it('always requests when the cache is off', async () => {
    const caching = cachingClient(client, { ...limits, keepMs: 0 })
    for (const _ of [1, 2]) await caching.fetchPage({ url: urlOf('/icon'), userAgent })
    expect(site.requested).to.deep.equal(['/icon', '/icon'])
  })

  it('replays a large file in chunks, and yields to the event loop between them', async () => {
    const large = { ...limits, maxBytes: 1_000_000, maxFileBytes: 1_000_000 }
    const caching = cachingClient(
      pouring(() => Buffer.alloc(200_000, 'x')),
      large,
    )
    const leaving = new AbortController()
    const chunks: number[] = []
    const sink = () => (chunk: Buffer) => chunks.push(chunk.length) > 0
    await caching.fetchPage({ url: 'http://a.example/', userAgent, sink })
    await caching.fetchPage({ url: 'http://a.example/', userAgent, sink })
    expect(chunks).to.deep.equal([200_000, 65_536, 65_536, 65_536, 3392])
    const leavingSink = () => () => {
      setImmediate(() => leaving.abort(new Error('nobody waits any more')))
      return chunks.push(0) > 0
    }
    const { signal } = leaving
    const left = rejectionOf(
      caching.fetchPage({ url: 'http://a.example/', userAgent, sink: leavingSink, signal }),
    )
    expect(await left).to.equal(signal.reason)
    expect(chunks.filter((length) => length === 0)).to.have.length.within(1, 3)
  })

  it('copies no more bytes of the files being read than configured', async () => {
    const requested: string[] = []
    const arrived = Promise.withResolvers<void>()
    const fake = pouring((url) => {
      requested.push(url)
      return Buffer.alloc(2000)
    }, arrived.promise)
    const caching = cachingClient(fake, { ...limits, maxBytes: 3000 })
    const read = (url: string) => caching.fetchPage({ url, userAgent, sink: () => () => true })
    const both = Promise.all([read('http://a.example/'), read('http://b.example/')])
    arrived.resolve()
    await both
    for (const url of ['http://a.example/', 'http://b.example/', 'http://b.example/']) await read(url)
    expect(requested.map((url) => url[7])).to.deep.equal(['a', 'b', 'b'])
  })
})

/** A client that delivers bodies at once, and resolves with `ended`. */
function pouring(bodyOf: (url: string) => Buffer, ended: Promise<void> = Promise.resolve()): HttpClient {
  const head = { status: 200, headers: {}, contentType: null, httpVersion: '1.1', setCookies: [] } as const
  const timings = { totalMs: 1, ttfbMs: 1, finalTtfbMs: 1 }
  return {
    probe: () => Promise.reject(new Error('not asked')),
    close: async () => {},
    async fetchPage({ url, sink }) {
      const body = bodyOf(url)
      const truncated = sink?.({ finalUrl: url, status: 200 })(body) === false
      await ended
      const read = { body: Buffer.alloc(0), bodyBytes: body.length, truncated, typeRejected: false }
      return { ...head, ...read, url, finalUrl: url, redirects: [], timings }
    },
  }
}
