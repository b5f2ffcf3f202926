import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import type { CallContext, SitemapLocs } from '#stages/fetch/lookups/lookup-handlers.ts'
import { makeListSitemap } from '#stages/fetch/sitemap/sitemap-lookups.ts'
import { loopbackClient, type Site, serve } from '../../http/loopback.ts'

const MAX_BYTES = 8_000_000
const locs = (count: number) => Array.from({ length: count }, (_, index) => `https://a.example/${index}`)
const urlset = (urls: readonly string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`
const index = (urls: readonly string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`

const rss = (urls: readonly string[]) =>
  `<rss version="2.0"><channel>${urls.map((url) => `<item><link>${url}</link></item>`).join('')}</channel></rss>`
const atom = (urls: readonly string[]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom">${urls.map((url) => `<entry><link href="${url}"/></entry>`).join('')}</feed>`

const files: Readonly<Record<string, string | Buffer>> = {
  '/some.xml': urlset(locs(601)),
  '/some.xml.gz': gzipSync(urlset(locs(601))),
  '/some.txt': locs(601).join('\r\n'),
  '/rss.xml': rss(locs(601)),
  '/atom.xml.gz': gzipSync(atom(locs(601))),
  '/relative.xml': rss(['/there']),
  '/bom.txt': `\ufeff${locs(601).join('\r\n')}\r\n`,
  '/index.xml': index(locs(300)),
  '/full.xml': urlset(locs(50_000)),
  '/over.xml.gz': gzipSync(urlset(locs(50_100))),
  '/broken.xml': `${urlset(locs(3)).slice(0, -9)}<url></urlset>`,
  '/page.html': '<html><a href="/">x</a></html>',
}

describe('makeListSitemap', () => {
  let client: HttpClient
  let site: Site

  before(async () => {
    client = loopbackClient()
    site = await serve(({ url = '' }, response: ServerResponse) => {
      const file = files[url]
      if (file === undefined) response.writeHead(404)
      response.end(file ?? urlset(locs(2)))
    })
  })
  after(async () => {
    await client.close()
    await site.close()
  })

  const context: CallContext = {
    deadlineMs: 10_000,
    signal: new AbortController().signal,
    traceparent: undefined,
    lane: 'batch',
  }

  async function list(file: string, more: Partial<Parameters<typeof makeListSitemap>[0]> = {}) {
    const parts: SitemapLocs[] = []
    const options = { client, beforeRequest: async () => {}, maxBytes: MAX_BYTES, maxWorkMs: 60_000, ...more }
    const give = (part: SitemapLocs) => void parts.push(part)
    const end = await makeListSitemap(options)(new URL(file, site.origin).href, give, context)
    const pages = parts.flatMap((part) => part.pages)
    const sitemaps = parts.flatMap((part) => part.sitemaps)
    return { parts, pages, sitemaps, end }
  }

  for (const path of ['/some.xml', '/some.xml.gz', '/some.txt', '/rss.xml', '/atom.xml.gz', '/bom.txt'])
    it(`lists the pages of ${path} in order, in batches`, async () => {
      const { parts, pages, sitemaps, end } = await list(path)
      expect(pages).to.deep.equal(locs(601))
      expect(sitemaps).to.deep.equal([])
      expect(parts.map((part) => part.pages.length)).to.deep.equal([250, 250, 101])
      expect(end).to.include({ status: 200, error: null, entries: 601, isCut: false, fault: null })
      expect(end.kind).to.equal(path.endsWith('.txt') ? 'text' : 'urlset')
    })

  it('resolves the links of a feed with its URL', async () => {
    expect((await list('/relative.xml')).pages).to.deep.equal([`${site.origin}/there`])
  })

  it('lists the sitemaps of an index', async () => {
    const { pages, sitemaps, end } = await list('/index.xml')
    expect(pages).to.deep.equal([])
    expect(sitemaps).to.deep.equal(locs(300))
    expect(end).to.include({ kind: 'index', entries: 300 })
  })

  it('lists as many entries as the protocol allows, and reports that there are more', async () => {
    expect((await list('/full.xml')).end).to.include({ entries: 50_000, isCut: false })
    const { pages, end } = await list('/over.xml.gz')
    expect(pages).to.deep.equal(locs(50_000))
    expect(end).to.include({ entries: 50_000, isCut: true })
  }).timeout(30_000)

  it('lists the entries before a fault, or before its limit of bytes', async () => {
    const broken = await list('/broken.xml')
    expect(broken.pages).to.deep.equal(locs(3))
    expect(broken.end).to.include({ isCut: true })
    expect(broken.end.fault).to.include({ line: 1 })
    const cut = await list('/some.xml', { maxBytes: 1000 })
    expect(cut.pages.length).to.be.within(10, 30)
    expect(cut.end).to.include({ isCut: true, bytes: 1001 })
  })

  it('lists nothing of a file that is not a sitemap', async () => {
    expect((await list('/gone.xml')).end).to.include({ status: 404, kind: 'other', entries: 0 })
    const { pages, end } = await list('/page.html')
    expect(pages).to.deep.equal([])
    expect(end.fault?.message).to.contain('html')
  })

  it('sends no request to a refused site', async () => {
    const { end } = await list('http://10.0.0.1/')
    expect(end).to.include({ status: null, error: 'refused', kind: 'other' })
  })
})
