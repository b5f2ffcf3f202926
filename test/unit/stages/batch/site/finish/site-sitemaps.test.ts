import { expect } from 'chai'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { unavailable } from '#shared/errors.ts'
import type { SitemapPage, SitemapSummary } from '#shared/ports/lookups.ts'
import { listSitemaps, type SiteSitemapPorts } from '#stages/batch/site/finish/site-sitemaps.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { fine } from '../../sitemaps/sitemap-scene.ts'

interface File {
  readonly pages?: readonly string[]
  readonly sitemaps?: readonly string[]
  readonly end?: Partial<SitemapSummary>
}

/** Sitemaps by URL, and those that robots.txt names. */
function fixture(files: Readonly<Record<string, File>>, named: readonly string[] = []) {
  const asked: string[] = []
  const listed: string[] = []
  const ports: SiteSitemapPorts = {
    lookups: {
      async *listSitemap(url): AsyncGenerator<SitemapPage> {
        asked.push(url)
        const { pages = [], sitemaps = [], end = { status: 404, kind: 'other' as const } } = files[url] ?? {}
        yield { pages, sitemaps, end: null }
        yield {
          pages: [],
          sitemaps: [],
          end: { ...fine, ...(files[url] === undefined || files[url]?.end ? end : {}) },
        }
      },
      checkTarget: async () => ({ kind: 'allowed' }) as const,
      robots: async () => ({ state: 'found', allowed: true, sitemaps: named }) as never,
    },
    sites: { addListed: async (_, urls) => void listed.push(...urls) },
    maxListed: 100,
    retryMs: 1,
    signal: new AbortController().signal,
  }
  return { ports, asked, listed }
}

describe('sitemaps of a site', () => {
  it('are those that robots.txt names', async () => {
    const { ports, asked, listed } = fixture({ 'https://a.test/own.xml': { pages: ['https://a.test/1'] } }, [
      'https://a.test/own.xml',
    ])
    expect(await listSitemaps(ports, 'b', ['https://a.test'])).to.equal(true)
    expect([asked, listed]).to.deep.equal([['https://a.test/own.xml'], ['https://a.test/1']])
  })

  it('are else at their usual place, of each origin', async () => {
    const { ports, asked } = fixture({ 'https://a.test/sitemap.xml': {}, 'https://b.test/sitemap.xml': {} })
    expect(await listSitemaps(ports, 'b', ['https://a.test', 'https://b.test'])).to.equal(true)
    expect(asked).to.deep.equal(['https://a.test/sitemap.xml', 'https://b.test/sitemap.xml'])
  })

  it('are read through indexes', async () => {
    const { ports, listed } = fixture({
      'https://a.test/sitemap.xml': { sitemaps: ['https://a.test/1.xml', 'https://a.test/2.xml'] },
      'https://a.test/1.xml': { pages: ['https://a.test/x'] },
      'https://a.test/2.xml': { pages: ['https://a.test/y'] },
    })
    expect(await listSitemaps(ports, 'b', ['https://a.test'])).to.equal(true)
    expect(listed).to.deep.equal(['https://a.test/x', 'https://a.test/y'])
  })

  it('are not whole where one cannot be read, is no sitemap, or lists more than the limit', async () => {
    for (const files of [
      {},
      { 'https://a.test/sitemap.xml': { pages: ['https://a.test/1'], end: { kind: 'other' as const } } },
      { 'https://a.test/sitemap.xml': { sitemaps: ['https://a.test/missing.xml'] } },
      { 'https://a.test/sitemap.xml': { sitemaps: ['ftp://a.test/x.xml'] } },
      {
        'https://a.test/sitemap.xml': {
          pages: Array.from({ length: 101 }, (_, at) => `https://a.test/${at}`),
        },
      },
    ]) {
      const { ports, listed } = fixture(files)
      expect(await listSitemaps(ports, 'b', ['https://a.test']), JSON.stringify(files).slice(0, 80)).to.equal(
        false,
      )
      expect(listed.length).to.be.at.most(100)
    }
  })

  it('are not whole where robots.txt names one that is no web URL', async () => {
    const named = ['https://a.test/own.xml', '/sitemap.xml']
    const { ports, asked } = fixture({ 'https://a.test/own.xml': {} }, named)
    expect(await listSitemaps(ports, 'b', ['https://a.test'])).to.equal(false)
    expect(asked).to.deep.equal(['https://a.test/own.xml'])
  })

  it('are whole with as many URLs as the limit, over all files', async () => {
    const pages = (count: number) => Array.from({ length: count }, (_, at) => `https://a.test/${at}`)
    const files = (count: number) => ({
      'https://a.test/sitemap.xml': { pages: pages(60) },
      'https://b.test/sitemap.xml': { pages: pages(count) },
    })
    for (const [count, isWhole] of [
      [40, true],
      [41, false],
    ] as const) {
      const { ports, listed } = fixture(files(count))
      expect(await listSitemaps(ports, 'b', ['https://a.test', 'https://b.test'])).to.equal(isWhole)
      expect(listed).to.have.length(100)
    }
  })

  it('are read once, also where indexes name each other', async () => {
    const { ports, asked } = fixture({
      'https://a.test/sitemap.xml': { sitemaps: ['https://a.test/1.xml', 'https://a.test/1.xml#again'] },
      'https://a.test/1.xml': { sitemaps: ['https://a.test/sitemap.xml'] },
    })
    expect(await listSitemaps(ports, 'b', ['https://a.test', 'https://a.test'])).to.equal(true)
    expect(asked).to.deep.equal(['https://a.test/sitemap.xml', 'https://a.test/1.xml'])
  })

  it('are none without a start page', async () => {
    expect(await listSitemaps(fixture({}).ports, 'b', [])).to.equal(false)
  })

  it('wait while nobody can be asked', async () => {
    const { ports } = fixture({ 'https://a.test/sitemap.xml': {} })
    let tries = 0
    const robots: typeof ports.lookups.robots = async (...given) => {
      tries += 1
      if (tries === 1) throw unavailable('look-ups')
      if (tries === 2) throw new ThrottledError(0)
      return ports.lookups.robots(...given)
    }
    expect(
      await listSitemaps({ ...ports, lookups: { ...ports.lookups, robots } }, 'b', ['https://a.test']),
    ).to.equal(true)
    expect(tries).to.equal(3)
  })

  it('wait no longer than the signal', async () => {
    const stopping = new AbortController()
    const { ports } = fixture({})
    const robots = async () => {
      stopping.abort(new Error('stopped'))
      throw unavailable('look-ups')
    }
    const reading = listSitemaps(
      { ...ports, retryMs: 60_000, signal: stopping.signal, lookups: { ...ports.lookups, robots } },
      'b',
      ['https://a.test'],
    )
    expect(await rejectionOf(reading, 1000)).to.be.an('error')
  })
})
