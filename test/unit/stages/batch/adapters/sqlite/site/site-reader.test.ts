import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { encodePageFacts } from '#shared/messages/payloads/site-facts-text.ts'
import { siteReport } from '#shared/operations/results/site-report.ts'
import { openSiteReader } from '#stages/batch/adapters/sqlite/site/site-file.ts'
import type { SiteReader } from '#stages/batch/adapters/sqlite/site/site-reader.ts'
import { batchNamed, crawlRules, page, result } from '#test/contract/frontier/batch-scene.ts'
import { rowsAfter } from '#test/support/site/rows-after.ts'
import { openFileFixture, type SiteFixture } from '../../../site-fixture.ts'
import { pageFacts } from './page-facts.ts'

const facts = (url: string) => encodePageFacts(pageFacts(url, { title: 'Same' }))

describe('reader of reports from the frontier in one file', () => {
  let store: SiteFixture
  let reader: SiteReader
  beforeEach(async () => {
    store = await openFileFixture()
    await store.frontier.create(batchNamed('a', { crawl: crawlRules }))
    await store.frontier.add(
      'a',
      ['1', '2', '3'].map((path) => page(`http://x.example/${path}`, { depth: 0 })),
    )
    await store.frontier.start('a', false)
    await store.frontier.dispatch(10)
    reader = openSiteReader(store.path)
  })
  afterEach(async () => {
    reader.close()
    await store.close()
  })
  const complete = (seq: number) => {
    const url = `http://x.example/${seq}`
    return store.frontier.complete([{ id: `a.${seq}`, outcome: result(url), siteFacts: facts(url) }])
  }

  it('makes the report so far, and a complete one after the check of the site', async () => {
    expect(reader.report('a', null)).to.deep.include({ complete: false, score: null })
    await complete(1)
    await complete(2)
    const running = reader.report('a', null)
    expect([running?.complete, running?.pages.total, running?.batch.state]).to.deep.equal([
      false,
      2,
      'running',
    ])
    expect(running?.batch.finished_at).to.equal(null)
    expect(running?.site_issues.map(({ id }) => id)).to.include('site-duplicate-title')
    await complete(3)
    const ended = reader.report('a', null)
    expect([ended?.complete, ended?.batch.state, ended?.pages.total]).to.deep.equal([false, 'finished', 3])
    const { created_at: begun = '', finished_at: end } = ended?.batch ?? {}
    expect(Date.parse(end ?? '')).to.be.within(Date.parse(begun), Date.now())
    await store.sites.finish('a', [])
    expect(reader.report('a', null)?.complete).to.equal(true)
    expect(reader.report('a', null)?.batch.seeds).to.deep.equal(
      ['1', '2', '3'].map((path) => `http://x.example/${path}`),
    )
  })

  it('knows a batch whose items still arrive as one that runs', async () => {
    await store.frontier.create(batchNamed('begun', { crawl: null }))
    const report = reader.report('begun', null)
    expect(siteReport.safeParse(report).error).to.equal(undefined)
    expect([report?.batch.id, report?.batch.state, report?.complete]).to.deep.equal([
      'begun',
      'running',
      false,
    ])
  })

  it('knows no other batches', () => {
    expect([
      reader.report('b', null),
      reader.report('a', { reader, id: 'b' }),
      reader.snapshot('b', null),
    ]).to.deep.equal([null, null, null])
  })

  it('keeps a site as it was for its version, and loads it anew for none', async () => {
    await complete(1)
    const first = reader.snapshot('a', null)
    await complete(2)
    expect(reader.snapshot('a', first?.version ?? '')?.site.results.count).to.equal(1)
    const second = reader.snapshot('a', null)
    expect([second?.site.results.count, second?.version === first?.version]).to.deep.equal([2, false])
    expect(reader.snapshot('a', null)).to.equal(second)
    reader.forget()
    expect(reader.snapshot('a', second?.version ?? '')?.site.results.count).to.equal(2)
    expect(rowsAfter(second?.rows as never, 1, 5).map(({ url }) => url)).to.deep.equal(['http://x.example/2'])
  })

  it('says what has changed since another batch', async () => {
    await complete(1)
    expect(reader.report('a', { reader, id: 'a' })?.changes).to.include({
      batch: 'a',
      new_total: 0,
      fixed_total: 0,
      pages_added_total: 0,
    })
  })

  it('takes an id as text, and makes no file', () => {
    expect(reader.report("a'; DROP TABLE batches; --", null)).to.equal(null)
    expect(reader.report('a', null)).to.be.an('object')
    const missing = join(dirname(store.path), 'missing.db')
    expect(() => openSiteReader(missing)).to.throw()
    expect(existsSync(missing)).to.equal(false)
  })
})
