import { expect } from 'chai'
import { answers } from '#gateway/documents/examples.ts'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { unavailable } from '#shared/errors.ts'
import { type SiteFigures, siteFiguresOf } from '#shared/messages/events/site-report.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { readSite } from '#shared/store/site-history.ts'
import { recordCrawl } from '#stages/batch/site/finish/record-crawl.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { silentLog } from '#test/support/silent-log.ts'

const report = answers.find(({ name }) => name === 'report')?.response.body as SiteReport
const signal = new AbortController().signal

function figuresOf(
  id: string,
  finishedAt: string | null,
  more: Partial<SiteFigures['batch']> = {},
): SiteFigures {
  const figures = siteFiguresOf(report)
  return { ...figures, batch: { ...figures.batch, id, finished_at: finishedAt, ...more } }
}
const [MONDAY, TUESDAY] = [Date.now() - 86_400_000, Date.now()].map((at) => new Date(at).toISOString()) as [
  string,
  string,
]
const crawlOf = (id: string, firstUrl = 'https://Shop.Example:8443/start?a=1') => ({
  id,
  owner: 'me',
  firstUrl,
})

describe('recording a finished crawl', () => {
  let store: ResultStore
  let compared: [string, string][]
  beforeEach(() => {
    store = sqliteResultStore({ database: openDatabase(':memory:') })
    compared = []
  })
  afterEach(() => store.close())

  const recorder = (
    changes = async (): Promise<{ found: number; fixed: number } | null> => ({ found: 4, fixed: 1 }),
  ) => ({
    store,
    ttlSeconds: 10 * 86_400,
    logger: silentLog,
    siteReports: {
      changes(id: string, compare: string) {
        compared.push([id, compare])
        return changes()
      },
    },
  })
  const historyOf = async (host = 'shop.example', owner = 'me') =>
    (await readSite(store, owner, host))?.crawls ?? []

  it('keeps its figures at the host of its first start page, without the port', async () => {
    await recordCrawl(recorder(), crawlOf('a'), figuresOf('a', MONDAY), signal)
    expect(await historyOf()).to.deep.equal([
      {
        ...{ batch: 'a', operation: 'seo-audit', finishedAt: MONDAY, score: report.score?.overall },
        // Of the recorded report: three pages, and no rule of severity error failed.
        ...{ pages: 3, notIndexable: 0, errors: 0, newIssues: null, fixedIssues: null },
      },
    ])
    expect([compared, await historyOf('shop.example', 'other')]).to.deep.equal([[], []])
  })

  it('writes hosts as URLs do, and takes the first start page of the report where the batch names none', async () => {
    await recordCrawl(recorder(), crawlOf('a', 'http://BÜCHER.example/'), figuresOf('a', MONDAY), signal)
    const { firstUrl: _, ...unnamed } = crawlOf('b')
    await recordCrawl(recorder(), unnamed, { ...figuresOf('b', MONDAY), seed: 'http://[::1]:80/' }, signal)
    expect((await historyOf('xn--bcher-kva.example')).map(({ batch }) => batch)).to.deep.equal(['a'])
    expect((await historyOf('[::1]')).map(({ batch }) => batch)).to.deep.equal(['b'])
  })

  it('compares with the crawl of the site before, also when it is recorded again later', async () => {
    await recordCrawl(recorder(), crawlOf('a'), figuresOf('a', MONDAY), signal)
    for (let time = 0; time < 2; time++)
      await recordCrawl(recorder(), crawlOf('b'), figuresOf('b', TUESDAY), signal)
    await recordCrawl(recorder(), crawlOf('a'), figuresOf('a', MONDAY), signal)
    expect(
      (await historyOf()).map(({ batch, newIssues, fixedIssues }) => [batch, newIssues, fixedIssues]),
    ).to.deep.equal([
      ['b', 4, 1],
      ['a', null, null],
    ])
    expect(compared).to.deep.equal([
      ['b', 'a'],
      ['b', 'a'],
    ])
  })

  it('has no changes where the batch before is gone or cannot be compared with', async () => {
    await recordCrawl(recorder(), crawlOf('a'), figuresOf('a', MONDAY), signal)
    for (const changes of [async () => null, () => Promise.reject(new Error('broken'))]) {
      await recordCrawl(recorder(changes), crawlOf('b'), figuresOf('b', TUESDAY), signal)
      expect((await historyOf())[0]).to.include({ batch: 'b', newIssues: null, fixedIssues: null })
    }
  })

  it('waits for a batch that cannot be read for a moment', async () => {
    await recordCrawl(recorder(), crawlOf('a'), figuresOf('a', MONDAY), signal)
    const failures = [unavailable('batches')]
    const changes = async () => {
      const failure = failures.pop()
      if (failure !== undefined) throw failure
      return { found: 2, fixed: 0 }
    }
    await recordCrawl(recorder(changes), crawlOf('b'), figuresOf('b', TUESDAY), signal)
    expect((await historyOf())[0]).to.include({ batch: 'b', newIssues: 2, fixedIssues: 0 })
  })

  it('records nothing when it is told to stop', async () => {
    await recordCrawl(recorder(), crawlOf('a'), figuresOf('a', MONDAY), signal)
    const stop = new AbortController()
    const changes = async () => {
      stop.abort(new Error('stopped'))
      throw unavailable('batches')
    }
    const recorded = recordCrawl(recorder(changes), crawlOf('b'), figuresOf('b', TUESDAY), stop.signal)
    expect(await rejectionOf(recorded)).to.include({ message: 'stopped' })
    expect((await historyOf()).map(({ batch }) => batch)).to.deep.equal(['a'])
  })

  it('leaves out crawls that were cancelled, without an owner or without a start page', async () => {
    await recordCrawl(recorder(), crawlOf('a'), figuresOf('a', MONDAY, { state: 'cancelled' }), signal)
    await recordCrawl(recorder(), crawlOf('a'), figuresOf('a', null), signal)
    await recordCrawl(recorder(), { ...crawlOf('a'), owner: null }, figuresOf('a', MONDAY), signal)
    await recordCrawl(recorder(), { id: 'a', owner: 'me' }, { ...figuresOf('a', MONDAY), seed: null }, signal)
    expect(await historyOf()).to.deep.equal([])
  })
})
