import { expect } from 'chai'
import { scoreHistory } from '#gateway/routes/batches/report/words/score-history.ts'
import { addCrawl, type SiteHistoryStore } from '#shared/store/site-history.ts'
import { recordedReport } from '../recorded-report.ts'

const TTL_SECONDS = 1e9

/** A store in memory. */
function memoryStore(): SiteHistoryStore {
  const texts = new Map<string, string>()
  return {
    get: async (key) => texts.get(key) ?? null,
    getMany: async (keys) => keys.map((key) => texts.get(key) ?? null),
    set: async (key, value) => void texts.set(key, value),
    delete: async (key) => void texts.delete(key),
    acquireLease: async () => 'mine',
    releaseLease: async () => true,
  }
}

const crawl = (batch: string, day: number, score: number | null, operation = 'seo-audit') => ({
  ...{ batch, operation, score, finishedAt: `2026-11-0${day}T00:00:00.000Z`, pages: 1, notIndexable: 0 },
  ...{ errors: 0, newIssues: null, fixedIssues: null },
})
const of = (...seeds: string[]) => ({ batch: { ...recordedReport.batch, seeds } })

describe('scores of the crawls of a site', () => {
  const store = memoryStore()

  before(async () => {
    const crawls = [crawl('b', 2, 50), crawl('a', 1, 40), crawl('c', 3, null), crawl('d', 4, 60, 'metadata')]
    for (const one of crawls) await addCrawl(store, { owner: 'o', host: 'a.test', crawl: one }, TTL_SECONDS)
  })

  it('are those of the same check that have one, the oldest first', async () =>
    expect(await scoreHistory(store, 'o', of('https://a.test:8443/x', 'http://a.test/'))).to.deep.equal([
      { batch: 'a', at: '2026-11-01T00:00:00.000Z', score: 40 },
      { batch: 'b', at: '2026-11-02T00:00:00.000Z', score: 50 },
    ]))

  it('are none of another owner, of another site, of several sites or of none', async () => {
    expect(await scoreHistory(store, 'p', of('https://a.test/'))).to.deep.equal([])
    for (const seeds of [['https://b.test/'], ['https://a.test/', 'https://b.test/'], ['no url'], []])
      expect(await scoreHistory(store, 'o', of(...seeds))).to.deep.equal([])
  })
})
