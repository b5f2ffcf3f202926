import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { SitemapScan } from '#shared/ports/lookups.ts'
import { readSitemaps } from '#stages/extract/audit/sitemaps.ts'
import { type Scripted, scripted } from './scripted-lookups.ts'

const SITE = 'https://www.example.com'
const at = (name: string) => `${SITE}/${name}.xml`
const robotsTxt = (...names: string[]) => names.map((name) => `Sitemap: ${at(name)}\n`).join('')

describe('readSitemaps', () => {
  async function walk(script: Scripted, text = '', max = 3) {
    const { asking: context, urls } = scripted(script)
    const question = { page: `${SITE}/page`, addresses: [`${SITE}/page`], robotsTxt: text, max }
    const { sitemaps, unasked } = await readSitemaps(context, question)
    return { ...sitemaps, unasked, requested: urls('sitemap') }
  }

  it('reads the sitemaps that robots.txt names, each once', async () => {
    const { files, requested, isComplete } = await walk(
      { scans: { [at('a')]: {}, [at('b')]: {} } },
      robotsTxt('a', 'b', 'a'),
    )
    expect(requested).to.deep.equal([at('a'), at('b')])
    expect(files.map(({ from }) => from)).to.deep.equal(['robots', 'robots'])
    expect(isComplete).to.equal(true)
  })

  it('reads /sitemap.xml where robots.txt names none', async () => {
    const { files, isComplete, unasked } = await walk({})
    expect(files.map(({ url, from, status }) => [url, from, status])).to.deep.equal([
      [at('sitemap'), 'default', 404],
    ])
    expect({ isComplete, unasked }).to.deep.equal({ isComplete: true, unasked: [] })
  })

  it('reports where the page was found', async () => {
    const match = { loc: `${SITE}/page`, lastmod: null, alternates: [] }
    const scans = { [at('sitemap')]: { entries: 7, matches: [match] } }
    const { matches, files } = await walk({ scans })
    expect(matches).to.deep.equal([{ sitemap: at('sitemap'), ...match }])
    expect(files[0])
      .to.include({ entries: 7, kind: 'urlset' })
      .and.not.to.have.any.keys('matches', 'children')
  })

  it('reads the children of an index, and a sitemap that names itself once', async () => {
    const index = { kind: 'index', entries: 3, children: [at('sitemap'), at('a'), at('b')] } as const
    const scans = { [at('sitemap')]: index, [at('a')]: {}, [at('b')]: { ...index, children: [at('a')] } }
    const { files, requested } = await walk({ scans })
    expect(requested).to.deep.equal([at('sitemap'), at('a'), at('b')])
    expect(files.map(({ from }) => from)).to.deep.equal(['default', 'index', 'index'])
  })

  it('counts sitemaps beyond the limit', async () => {
    const index = { kind: 'index', entries: 250, children: ['a', 'b', 'c', 'd'].map(at) } as const
    const { requested, isComplete, unasked } = await walk({
      scans: { [at('sitemap')]: index, [at('a')]: {}, [at('b')]: {} },
    })
    expect(requested).to.have.length(3)
    expect(isComplete).to.equal(false)
    expect(unasked).to.deep.equal([{ what: 'sitemaps', reason: 'limit', count: 248 }])
  })

  it('reads none when the time is short', async () => {
    const { requested, unasked, isComplete } = await walk({ budgetMs: 100 })
    expect({ requested, isComplete }).to.deep.equal({ requested: [], isComplete: false })
    expect(unasked).to.deep.equal([{ what: 'sitemaps', reason: 'time', count: 1 }])
  })

  it('counts sitemaps that no fetch stage could read', async () => {
    const lookups = { scanSitemap: () => Promise.reject(unavailable('look-ups')) }
    const { unasked, isComplete } = await walk({ lookups }, robotsTxt('a', 'b'))
    expect(isComplete).to.equal(false)
    expect(unasked).to.deep.equal([{ what: 'sitemaps', reason: 'unavailable', count: 2 }])
  })

  const unsettled: readonly [what: string, scan: Partial<SitemapScan>][] = [
    ['cut', { isCut: true }],
    ['broken', { fault: { message: 'x', line: 1 } }],
    ['silent', { status: null, error: 'timeout' }],
    ['for others only', { status: 403, kind: 'other' }],
    ['away', { status: 503, kind: 'other' }],
  ]
  for (const [what, scan] of unsettled) {
    it(`is incomplete when one is ${what}`, async () => {
      expect(await walk({ scans: { [at('sitemap')]: scan } })).to.include({ isComplete: false })
    })
  }
})
