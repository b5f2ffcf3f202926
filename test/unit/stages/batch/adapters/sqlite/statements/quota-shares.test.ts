import { expect } from 'chai'
import { batchNamed, completionsOf, crawlRules, page, storeOfEachTest } from '../../../store-fixture.ts'

const quota = { key: 'k', limit: 100 }
const createdAt = Date.parse('2026-01-02T23:59:00Z')

describe('quotaSharesTable', () => {
  const store = storeOfEachTest()

  async function crawl(id: string, pages: number, more = {}): Promise<void> {
    await store.frontier.create(
      batchNamed(id, { crawl: { ...crawlRules, maxPages: 10 }, quota, createdAt, ...more }),
    )
    await store.frontier.add(
      id,
      Array.from({ length: pages }, (_, at) => page(`http://one.example/${id}${at}`, { depth: 0 })),
    )
    await store.frontier.start(id, false)
  }
  const finish = async () => store.frontier.complete(completionsOf(await store.frontier.dispatch(10)))

  it('are returned once after it has finished', async () => {
    await crawl('a', 2)
    expect(await store.frontier.takeUnusedQuotas()).to.deep.equal([])
    await finish()
    await store.reopen()
    expect(await store.frontier.takeUnusedQuotas()).to.deep.equal([{ quota, items: 8, at: createdAt }])
    expect(await store.frontier.takeUnusedQuotas()).to.deep.equal([])
  })

  it('are returned for a cancelled crawl, and not for one that used all or has no quota', async () => {
    await crawl('a', 1)
    await store.frontier.setState('a', 'cancelled')
    await crawl('b', 10)
    await crawl('c', 1, { quota: undefined })
    await crawl('d', 1, { crawl: null })
    for (let turn = 0; turn < 5; turn++) await finish()
    expect((await store.frontier.takeUnusedQuotas()).map(({ items }) => items)).to.deep.equal([9])
  })
})
