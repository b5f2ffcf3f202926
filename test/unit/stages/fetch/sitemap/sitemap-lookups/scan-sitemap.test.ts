import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { makeScanSitemap } from '#stages/fetch/sitemap/sitemap-lookups.ts'
import { loopbackClient, type Site, serve } from '../../http/loopback.ts'

const MAX_BYTES = 200_000
const urlset = (entries: string) => `<urlset>${entries}</urlset>`

describe('makeScanSitemap', () => {
  let client: HttpClient
  let site: Site
  const entry = () => `<url><loc>${site.origin}/page</loc></url>`
  const file = () => urlset(entry())
  const compressed = (response: ServerResponse) => response.setHeader('content-encoding', 'gzip')
  const bomb = `<!-- ${' -'.repeat(10_000_000)} -->`
  const routes: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
    '/sitemap.xml': (response) => response.end(file()),
    '/moved.xml': (response) => response.writeHead(302, { location: '/sitemap.xml' }).end(),
    '/loop.xml': (response) => response.writeHead(302, { location: '/loop.xml' }).end(),
    '/sitemap.xml.gz': (response) => response.end(gzipSync(file())),
    '/both.xml.gz': (response) => compressed(response).end(gzipSync(gzipSync(file()))),
    '/bomb.xml.gz': (response) => response.end(gzipSync(urlset(bomb))),
    '/large.xml': (response) => response.end(urlset(entry().repeat(20_000))),
    '/cut.xml.gz': (response) => response.end(gzipSync(urlset(entry().repeat(200))).subarray(0, -30)),
    '/drip.xml': (response) => response.write(`<urlset>${entry()}`),
  }

  before(async () => {
    client = loopbackClient()
    site = await serve(
      ({ url = '' }, response) => routes[url]?.(response) ?? response.writeHead(404).end('<urlset><url>'),
    )
  })
  after(async () => {
    await client.close()
    await site.close()
  })

  const beforeRequest = async () => {}
  const signal = new AbortController().signal
  const scan = (path: string, deadlineMs = 5000) =>
    makeScanSitemap({ client, beforeRequest, maxBytes: MAX_BYTES, maxWorkMs: 60_000 })(
      `${site.origin}${path}`,
      [`${site.origin}/page`],
      { deadlineMs, signal, traceparent: undefined, lane: 'interactive' as const },
    )

  for (const path of ['/sitemap.xml', '/sitemap.xml.gz', '/both.xml.gz', '/moved.xml']) {
    it(`reads ${path}`, async () => {
      const { matches, ...rest } = await scan(path)
      expect(rest).to.deep.include({ url: `${site.origin}${path}`, status: 200, error: null, entries: 1 })
      expect(rest).to.include({ kind: 'urlset', isCut: false, fault: null })
      expect(matches.map(({ loc }) => loc)).to.deep.equal([`${site.origin}/page`])
    })
  }

  it('does not parse a response with an error status', async () => {
    expect(await scan('/gone.xml')).to.include({
      status: 404,
      kind: 'other',
      fault: null,
      bytes: 0,
      isCut: false,
    })
    expect(await scan('/loop.xml')).to.include({ status: 302, kind: 'other', fault: null, isCut: false })
  })

  it('stops at its limit of bytes', async () => {
    const { bytes, isCut, entries, fault } = await scan('/large.xml')
    expect({ bytes, isCut, fault }).to.deep.equal({ bytes: MAX_BYTES + 1, isCut: true, fault: null })
    expect(entries).to.be.within(1000, 10_000)
  })

  it('stops a decompression bomb', async () => {
    expect(await scan('/bomb.xml.gz')).to.include({ bytes: MAX_BYTES + 1, isCut: true })
  })

  it('reports the entries of a truncated file', async () => {
    const { entries, isCut } = await scan('/cut.xml.gz')
    expect(entries).to.be.above(10)
    expect(isCut).to.equal(true)
  })

  it('reports the entries that arrived in time', async () => {
    const { status, error, entries, isCut } = await scan('/drip.xml', 300)
    expect({ status, error, entries, isCut }).to.deep.equal({
      status: 200,
      error: 'timeout',
      entries: 1,
      isCut: true,
    })
  })

  it('sends no request to a refused site', async () => {
    const refused = await makeScanSitemap({ client, beforeRequest, maxBytes: MAX_BYTES, maxWorkMs: 60_000 })(
      'http://10.0.0.1/',
      [],
      {
        deadlineMs: 1000,
        signal,
        traceparent: undefined,
        lane: 'interactive' as const,
      },
    )
    expect(refused).to.include({ status: null, error: 'refused', kind: 'other', isCut: false })
  })
})
