import { expect } from 'chai'
import { a, b, c, d } from './batch-ids.ts'
import { completionsOf, startCrawl } from './batch-scene.ts'
import type { FrontierScene } from './frontier-fixture.ts'

/** The pages that crawls were granted and did not use. */
export function frontierUnusedQuotasContract(store: FrontierScene): void {
  describe('unused quotas', () => {
    const quota = { key: 'k', limit: 100 }

    const crawl = (id: string, pages: number, more: object = {}) =>
      startCrawl(store, id, pages, { quota, ...more })
    const finish = async () => store.frontier.complete(completionsOf(await store.dispatch(10)))

    it('are returned once after the crawl has finished', async () => {
      await crawl(a, 2)
      expect(await store.frontier.takeUnusedQuotas()).to.deep.equal([])
      await finish()
      await store.reopen()
      const at = (await store.frontier.batch(a))?.createdAt
      expect(await store.frontier.takeUnusedQuotas()).to.deep.equal([{ batch: a, quota, items: 8, at }])
      expect(await store.frontier.takeUnusedQuotas()).to.deep.equal([])
    })

    it('are returned for a cancelled crawl, and not for one that used all or has no quota', async () => {
      await crawl(a, 1)
      await store.frontier.setState(a, 'cancelled')
      await crawl(b, 10)
      await crawl(c, 1, { quota: undefined })
      await crawl(d, 1, { crawl: null })
      for (let turn = 0; turn < 5; turn++) await finish()
      expect((await store.frontier.takeUnusedQuotas()).map(({ items }) => items)).to.deep.equal([9])
    })
  })
}
