import { expect } from 'chai'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure, unavailable } from '#shared/errors.ts'
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

/** The origins whose sitemaps are read. */
async function readOf(ports: SiteSitemapPorts, origins: readonly string[]): Promise<string[]> {
  const read: string[] = []
  await listSitemaps(ports, 'b', origins, (origin) => read.push(origin))
  return read
}
const A = 'https://a.test'
const B = 'https://b.test'

describe('sitemaps of a site', () => {
  it('are those that robots.txt names', async () => {
    const { ports, asked, listed } = fixture({ 'https://a.test/own.xml': { pages: ['https://a.test/1'] } }, [
      'https://a.test/own.xml',
    ])
    expect(await readOf(ports, [A])).to.deep.equal([A])
    expect([asked, listed]).to.deep.equal([['https://a.test/own.xml'], ['https://a.test/1']])
  })

  it('are else at their usual place, of each origin', async () => {
    const { ports, asked } = fixture({ 'https://a.test/sitemap.xml': {}, 'https://b.test/sitemap.xml': {} })
    expect(await readOf(ports, [A, B])).to.deep.equal([A, B])
    expect(asked).to.deep.equal(['https://a.test/sitemap.xml', 'https://b.test/sitemap.xml'])
  })

  it('are read through indexes', async () => {
    const { ports, listed } = fixture({
      'https://a.test/sitemap.xml': { sitemaps: ['https://a.test/1.xml', 'https://a.test/2.xml'] },
      'https://a.test/1.xml': { pages: ['https://a.test/x'] },
      'https://a.test/2.xml': { pages: ['https://a.test/y'] },
    })
    expect(await readOf(ports, [A])).to.deep.equal([A])
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
      expect(await readOf(ports, [A]), JSON.stringify(files).slice(0, 80)).to.deep.equal([])
      expect(listed.length).to.be.at.most(100)
    }
  })

  it('are not whole where robots.txt names one that is no web URL', async () => {
    const named = ['https://a.test/own.xml', '/sitemap.xml']
    const { ports, asked } = fixture({ 'https://a.test/own.xml': {} }, named)
    expect(await readOf(ports, [A])).to.deep.equal([])
    expect(asked).to.deep.equal(['https://a.test/own.xml'])
  })

  it('are whole with as many URLs as the limit, over all files', async () => {
    const pages = (count: number) => Array.from({ length: count }, (_, at) => `https://a.test/${at}`)
    const files = (count: number) => ({
      'https://a.test/sitemap.xml': { pages: pages(60) },
      'https://b.test/sitemap.xml': { pages: pages(count) },
    })
    for (const [count, whole] of [
      [40, [A, B]],
      [41, [A]],
    ] as const) {
      const { ports, listed } = fixture(files(count))
      expect(await readOf(ports, [A, B])).to.deep.equal(whole)
      expect(listed).to.have.length(100)
    }
  })

  it('are read once, also where indexes name each other', async () => {
    const { ports, asked } = fixture({
      'https://a.test/sitemap.xml': { sitemaps: ['https://a.test/1.xml', 'https://a.test/1.xml#again'] },
      'https://a.test/1.xml': { sitemaps: ['https://a.test/sitemap.xml'] },
    })
    expect(await readOf(ports, [A, A])).to.deep.equal([A])
    expect(asked).to.deep.equal(['https://a.test/sitemap.xml', 'https://a.test/1.xml'])
  })

  it('are those of the other hosts where one has none, cannot be asked, or has one that cannot be read', async () => {
    const { ports } = fixture({
      'https://a.test/sitemap.xml': { pages: [`${A}/1`] },
      'https://c.test/sitemap.xml': { sitemaps: ['https://c.test/missing.xml'] },
    })
    const robots: typeof ports.lookups.robots = async (...given) => {
      if (given[0].startsWith('https://d.test')) throw new Failure('URL_UNREACHABLE', 'nobody is there')
      return ports.lookups.robots(...given)
    }
    const asked = { ...ports, lookups: { ...ports.lookups, robots } }
    expect(await readOf(asked, ['https://d.test', B, 'https://c.test', A])).to.deep.equal([A])
  })

  it('may be the same of several origins, and are read once then', async () => {
    const named = ['https://a.test/all.xml']
    const { ports, asked } = fixture({ 'https://a.test/all.xml': { pages: [`${A}/1`, `${B}/1`] } }, named)
    expect(await readOf(ports, [A, B])).to.deep.equal([A, B])
    expect(asked).to.deep.equal(named)
  })

  it('are none without a start page', async () => {
    expect(await readOf(fixture({}).ports, [])).to.deep.equal([])
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
    expect(await readOf({ ...ports, lookups: { ...ports.lookups, robots } }, [A])).to.deep.equal([A])
    expect(tries).to.equal(3)
  })

  it('wait no longer than the signal', async () => {
    const stopping = new AbortController()
    const { ports } = fixture({})
    const robots = async () => {
      stopping.abort(new Error('stopped'))
      throw unavailable('look-ups')
    }
    const reading = readOf(
      { ...ports, retryMs: 60_000, signal: stopping.signal, lookups: { ...ports.lookups, robots } },
      [A],
    )
    expect(await rejectionOf(reading, 1000)).to.be.an('error')
  })
})
