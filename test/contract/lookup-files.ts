import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import type { FetchedFile, Lookups, SitemapPage, SitemapScan, SitemapSummary } from '#shared/ports/lookups.ts'
import { emptyScript, type MakeLookups } from './lookups.ts'

/** Longer than a busy machine keeps an answer waiting. */
const budget = { timeoutMs: 20_000 }

/** Contract of the port for files and sitemaps: every value arrives unchanged. */
export function lookupFilesContract(name: string, make: MakeLookups): void {
  describe(`Lookups contract, files: ${name}`, () => {
    const script = emptyScript()
    let lookups: Lookups
    let end: () => Promise<void>

    before(async () => {
      const made = await make(script)
      lookups = made.lookups
      end = made.end
    })
    after(() => end())

    for (const [title, file] of Object.entries({
      'a whole file': wholeFile,
      'a file that nobody gave': noFile,
    })) {
      it(`returns ${title}`, async () => {
        const seen: unknown[] = []
        script.fetchFile = async (...given) => {
          seen.push(...given)
          return file
        }
        const { body, ...rest } = await lookups.fetchFile('https://exämple.com/ö', 524_288, budget)
        const { body: sent, ...expected } = file
        expect(rest).to.deep.equal(expected)
        expect([...body]).to.deep.equal([...sent])
        expect(seen).to.deep.equal(['https://exämple.com/ö', 524_288])
      })
    }

    it('returns a file in memory of its own, which can be transferred to a thread', async () => {
      script.fetchFile = async () => wholeFile
      const { body } = await lookups.fetchFile('u', 100, budget)
      expect(body.buffer.byteLength).to.equal(body.byteLength)
    })

    for (const [title, scan] of Object.entries({ 'a sitemap': wholeScan, 'no sitemap': noScan })) {
      it(`reports ${title}`, async () => {
        let seen: unknown
        script.scanSitemap = async (...given) => {
          seen = given
          return scan
        }
        expect(await lookups.scanSitemap('u', ['https://a/', 'https://b/'], budget)).to.deep.equal(scan)
        expect(seen).to.deep.equal(['u', ['https://a/', 'https://b/']])
      })
    }

    for (const kind of ['urlset', 'index', 'text', 'other'] as const) {
      it(`reports the kind of a sitemap: ${kind}`, async () => {
        script.scanSitemap = async () => ({ ...noScan, kind })
        expect(await lookups.scanSitemap('u', [], budget)).to.include({ kind })
      })
    }

    async function list({
      signal = new AbortController().signal,
      within = budget,
    } = {}): Promise<SitemapPage[]> {
      const parts: SitemapPage[] = []
      for await (const part of lookups.listSitemap('https://exämple.com/ö.xml', within, signal))
        parts.push(part)
      return parts
    }
    const isUnavailable = (error: unknown) => error instanceof Failure && error.code === 'SERVICE_UNAVAILABLE'

    it('lists a sitemap in chunks, in order, and reports how it ended', async () => {
      const parts = Array.from({ length: 300 }, (_, index) => ({
        pages: [`https://a/${index}?ü=${'x'.repeat(2000)}`, ''],
        sitemaps: index % 2 === 0 ? [] : [`https://a/${index}.xml`],
      }))
      let seen = ''
      script.listSitemap = async (url, give) => {
        seen = url
        for (const part of parts) give(part)
        return wholeEnd
      }
      const last = { pages: [], sitemaps: [], end: wholeEnd }
      expect(await list()).to.deep.equal([...parts.map((part) => ({ ...part, end: null })), last])
      expect(seen).to.equal('https://exämple.com/ö.xml')
    })

    it('lists nothing, and reports why', async () => {
      const end = { ...wholeEnd, status: null, error: 'timeout', kind: 'other', fault: null } as const
      script.listSitemap = async () => end
      expect(await list()).to.deep.equal([{ pages: [], sitemaps: [], end }])
    })

    it('rejects with the failure of a listing, after the entries before it', async () => {
      const details = { url: 'u' }
      script.listSitemap = async (_url, give) => {
        give({ pages: ['https://a/'], sitemaps: [] })
        throw new Failure('NOT_FOUND', 'nö', { details })
      }
      const failed = await list().catch((error: unknown) => error)
      expect(failed)
        .to.be.instanceOf(Failure)
        .and.to.deep.include({ code: 'NOT_FOUND', message: 'nö', details })
    })

    it('ends a listing that its caller leaves, or whose signal is aborted', async () => {
      script.listSitemap = (_url, give) => {
        give({ pages: ['https://a/'], sitemaps: [] })
        return new Promise(() => {})
      }
      const leaving = new AbortController()
      for await (const { pages } of lookups.listSitemap('u', { timeoutMs: 60_000 }, leaving.signal)) {
        expect(pages).to.deep.equal(['https://a/'])
        break
      }
      const waiting = list(leaving).catch(isUnavailable)
      leaving.abort()
      expect(await waiting).to.equal(true)
      expect(await list(leaving).catch(isUnavailable)).to.equal(true)
    })

    it('rejects when a listing does not end within its budget', async () => {
      script.listSitemap = () => new Promise(() => {})
      expect(await list({ within: { timeoutMs: 80 } }).catch(isUnavailable)).to.equal(true)
    })
  })
}

const wholeFile: FetchedFile = {
  url: 'https://exämple.com/ö',
  finalUrl: 'https://example.com/end',
  status: 404,
  error: null,
  redirects: [{ url: 'https://exämple.com/ö', status: 308, location: 'https://example.com/end' }],
  contentType: 'text/plain; charset=x',
  robotsHeaders: ['noindex', 'googlebot: none'],
  linkHeaders: ['<https://example.com/>; rel="canonical"'],
  body: Uint8Array.of(0, 255, 10, 13),
  isCut: true,
}

const noFile: FetchedFile = {
  url: 'u',
  finalUrl: 'u',
  status: null,
  error: 'tls_error',
  redirects: [],
  contentType: null,
  robotsHeaders: [],
  linkHeaders: [],
  body: new Uint8Array(),
  isCut: false,
}

const noScan: SitemapScan = {
  url: 'u',
  status: null,
  error: 'timeout',
  kind: 'other',
  fault: null,
  bytes: 0,
  entries: 0,
  foreign: { count: 0, first: null },
  lastmodInvalid: { count: 0, first: null },
  lastmodFuture: { count: 0, first: null },
  isCut: false,
  children: [],
  matches: [],
}

const wholeEnd: SitemapSummary = {
  status: 200,
  error: null,
  kind: 'index',
  fault: { message: 'unclosed tag: url', line: 7 },
  bytes: 52_428_801,
  entries: 50_000,
  isCut: true,
}

const wholeScan: SitemapScan = {
  url: 'https://example.com/sitemap.xml',
  status: 200,
  error: null,
  kind: 'urlset',
  fault: { message: 'unclosed tag: url', line: 7 },
  bytes: 52_428_801,
  entries: 50_001,
  foreign: { count: 2, first: 'https://other.example/' },
  lastmodInvalid: { count: 1, first: '' },
  lastmodFuture: { count: 3, first: '2999' },
  isCut: true,
  children: ['https://example.com/1.xml'],
  matches: [
    { loc: 'https://example.com/ü', lastmod: null, alternates: [] },
    { loc: 'x', lastmod: '2026-01-01', alternates: [{ hreflang: 'de', href: 'https://example.com/de' }] },
  ],
}
