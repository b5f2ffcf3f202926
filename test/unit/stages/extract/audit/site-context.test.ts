import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { AuditLookups } from '#stages/extract/audit/audit-lookups.ts'
import { loadSiteContext } from '#stages/extract/audit/site-context.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClock } from '#test/unit/driven-clock.ts'
import { type Scripted, scripted } from './scripted-lookups.ts'

const SITE = 'https://www.example.com'
const at = (path: string) => `${SITE}${path}`
const neededLookups: AuditLookups = {
  page: at('/page'),
  addresses: [at('/page')],
  canonical: at('/c'),
  httpVariant: 'http://www.example.com/page',
  icons: [at('/favicon.ico')],
  shareImages: [at('/og.png')],
  alternates: [at('/de'), at('/c')],
  internalLinks: [at('/1'), at('/de')],
  resources: [at('/a.css')],
  images: [at('/og.png'), at('/1.png')],
  externalLinks: ['https://other.test/'],
  skipped: [{ what: 'links', reason: 'limit', count: 7 }],
}
const bounds = { maxConcurrent: 1, maxConcurrentPerHost: 1, sitemaps: 3 }

describe('loadSiteContext', () => {
  async function answers(script: Scripted = {}, own: Partial<AuditLookups> = {}) {
    const { asking: context, asked: requested, urls } = scripted(script)
    return {
      ...(await loadSiteContext(context, { ...neededLookups, ...own }, bounds)),
      asked: requested,
      urls,
    }
  }

  it('looks each URL up once, the most important first', async () => {
    const { urls } = await answers()
    expect(urls('probe', 'file').filter((url) => url !== at('/robots.txt'))).to.deep.equal([
      at('/c'),
      'http://www.example.com/page',
      at('/favicon.ico'),
      at('/og.png'),
      at('/llms.txt'),
      at('/de'),
      at('/1'),
      at('/a.css'),
      at('/1.png'),
      'https://other.test/',
    ])
    expect(urls('sitemap')).to.deep.equal([at('/sitemap.xml')])
  })

  it('reports answers as received, and targets as probes too', async () => {
    const files = {
      [at('/c')]: { text: '<link rel="canonical" href="/x">' },
      [at('/llms.txt')]: { text: '# x' },
    }
    const { probes, targets, llmsTxt, robots, timings } = await answers({ files })
    expect(targets.map(({ url, canonical }) => [url, canonical])).to.deep.equal([
      [at('/c'), at('/x')],
      [at('/de'), null],
    ])
    expect(probes.map(({ url }) => url)).to.have.members([
      ...[at('/c'), at('/de'), at('/1'), 'http://www.example.com/page', at('/favicon.ico')],
      ...[at('/og.png'), at('/a.css'), at('/1.png'), 'https://other.test/'],
    ])
    expect(llmsTxt.text).to.equal('# x')
    expect(robots.state).to.equal('absent')
    expect(timings).to.have.all.keys('robots', 'sitemaps', 'urls')
  })

  it('finds the sitemaps that robots.txt names', async () => {
    const files = { [at('/robots.txt')]: { text: `Sitemap: ${at('/s.xml')}` } }
    expect((await answers({ files })).urls('sitemap')).to.deep.equal([at('/s.xml')])
  })

  it('counts look-ups that were skipped by the limits or for lack of time', async () => {
    const { unasked, asked: requested, llmsTxt } = await answers({ budgetMs: 50 })
    expect(requested.map(({ url }) => url)).to.deep.equal([at('/robots.txt')])
    expect(llmsTxt).to.include({ status: null, error: 'timeout' })
    expect(unasked).to.have.deep.members([
      { what: 'links', reason: 'limit', count: 7 },
      { what: 'canonical', reason: 'time', count: 1 },
      { what: 'other', reason: 'time', count: 2 },
      { what: 'icons', reason: 'time', count: 1 },
      { what: 'images', reason: 'time', count: 2 },
      { what: 'alternates', reason: 'time', count: 1 },
      { what: 'links', reason: 'time', count: 2 },
      { what: 'resources', reason: 'time', count: 1 },
      { what: 'sitemaps', reason: 'time', count: 1 },
    ])
  })

  it('gives each look-up the remaining time and the trace', async () => {
    const clock = driveClock()
    const { asking: context, asked: requested } = scripted({ budgetMs: 3500 })
    const lookups = {
      ...context.lookups,
      robots: (...given: Parameters<typeof context.lookups.robots>) =>
        clock.pass(1500).then(() => context.lookups.robots(...given)),
    }
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await loadSiteContext({ ...context, lookups, traceparent }, neededLookups, bounds).finally(clock.stop)
    for (const { budget } of requested) expect(budget.traceparent).to.equal(traceparent)
    expect(requested.at(0)?.budget.timeoutMs).to.equal(3500)
    expect(requested.at(-1)?.budget.timeoutMs).to.equal(2000)
  })

  it('keeps the answers of the other look-ups when some are not answered', async () => {
    const probe = () => Promise.reject(unavailable('look-ups'))
    const { targets, unasked } = await answers({ lookups: { probe } })
    expect(targets).to.have.length(2)
    expect(unasked).to.deep.include({ what: 'icons', reason: 'unavailable', count: 1 })
  })

  it('rejects when no fetch stage serves look-ups', async () => {
    const fetchFile = () => Promise.reject(unavailable('look-ups'))
    expect(await rejectionOf(answers({ lookups: { fetchFile } }))).to.include({
      code: 'SERVICE_UNAVAILABLE',
    })
  })
})
