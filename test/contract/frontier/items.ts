import { expect } from 'chai'
import { a } from './batch-ids.ts'
import {
  batchNamed,
  completionsOf,
  crawlRules,
  dispatchedUrls,
  itemsOf,
  numbered,
  page,
  startBatch,
} from './batch-scene.ts'
import { type FrontierScene, LEASE_MS } from './frontier-fixture.ts'

/** Adding items: which are new, and that they are returned as they were added. */
export function frontierItemsContract(store: FrontierScene): void {
  describe('items', () => {
    it('are returned unchanged, also after a restart', async () => {
      const item = page('http://one.example/#part', {
        depth: 2,
        from: 'http://one.example/start',
        scope: 'one.example',
      })
      await store.frontier.create(batchNamed(a, { crawl: crawlRules }))
      await store.frontier.add(a, [item])
      await store.frontier.start(a, false)
      await store.reopen()
      const [dispatch] = await store.dispatch(10)
      const seq = itemsOf([dispatch as never])[0]?.seq
      expect(seq).to.be.at.least(1)
      expect(dispatch).to.deep.include({ item: { ...item, batch: a, seq }, operation: 'metadata' })
    })

    it('keep their role in each lease', async () => {
      await store.frontier.create(batchNamed(a, { crawl: crawlRules, operation: 'snapshot' }))
      await store.frontier.add(a, [page('http://one.example/', { role: 'discovery' })])
      await store.frontier.start(a, false)
      for (const lease of [1, 2]) {
        const dispatches = await store.dispatch(1)
        expect(dispatches.map((one) => one.lease)).to.deep.equal([lease])
        expect(itemsOf(dispatches).map(({ role }) => role)).to.deep.equal(['discovery'])
        await store.pass(LEASE_MS + 1000)
      }
    })

    it('have numbers of their own within their batch', async () => {
      await startBatch(store, a, numbered('x.example', 3))
      await store.frontier.add(
        a,
        numbered('y.example', 3).map((url) => page(url)),
      )
      await store.reopen({ perHost: 10 })
      await store.frontier.add(
        a,
        numbered('z.example', 3).map((url) => page(url)),
      )
      const numbers = itemsOf(await store.dispatch(20)).map(({ seq }) => seq)
      expect(numbers.every((seq) => Number.isInteger(seq) && seq >= 1 && seq < 2 ** 32)).to.equal(true)
      expect(new Set(numbers).size).to.equal(9)
    })

    it('that the batch has are ignored: same URL except for the fragment, same parameters, same role', async () => {
      await store.frontier.create(batchNamed(a, { crawl: crawlRules, operation: 'snapshot' }))
      const mobile = { parameters: { url: 'http://one.example/', fields: 'basic', device: 'mobile' } }
      const items = [
        page('http://one.example/'),
        page('HTTP://ONE.example:80/#part'),
        page('http://one.example/?x'),
        page('http://one.example/', mobile),
        page('http://one.example/', { role: 'discovery' }),
        page('http://one.example/x/../'),
      ]
      expect(await store.frontier.add(a, items)).to.deep.equal([true, false, true, true, true, false])
      expect(await store.frontier.add(a, items)).to.deep.equal(items.map(() => false))
      expect((await store.counts(a))?.accepted).to.equal(3)
    })

    it('that the batch has are ignored after a restart, and when they are completed', async () => {
      await store.frontier.create(batchNamed(a, { sitemaps: ['http://one.example/sitemap.xml'] }))
      await store.frontier.start(a, true)
      const items = numbered('x.example', 2).map((url) => page(url))
      expect(await store.frontier.add(a, items)).to.deep.equal([true, true])
      await store.frontier.complete(completionsOf(await store.dispatch(1)))
      await store.reopen()
      expect(await store.frontier.add(a, items)).to.deep.equal([false, false])
      expect(await store.counts(a)).to.include({ accepted: 2, waiting: 1, done: 1 })
    })

    for (const [operation, expected] of [
      ['snapshot', [true, true, false]],
      ['performance', [true, true, false]],
      ['metadata', [true, false, false]],
      ['seo-audit', [true, false, false]],
    ] as const) {
      it(`are added to a list once for each fragment where a browser shows it: ${operation}`, async () => {
        await store.frontier.create(batchNamed(a, { operation }))
        const items = ['#one', '#two', '#one'].map((end) => page(`http://one.example/${end}`))
        expect(await store.frontier.add(a, items)).to.deep.equal(expected)
      })
    }

    it('are at most maxPages pages, and as many members of a family as allowed; final URLs are recorded', async () => {
      const found = numbered('x.example', 5).map((url) => ({
        ...page(url),
        family: { name: 'f', maxMembers: 2 },
      }))
      const others = numbered('y.example', 5).map((url) => ({ ...page(url), family: null }))
      const done = [page('http://y.example/1')]
      await store.reopen({ discover: () => ({ items: [...found, ...others], done }) })
      await startBatch(store, a, ['http://x.example/'], { crawl: { ...crawlRules, maxPages: 5 } })
      await store.frontier.complete(completionsOf(await store.dispatch(10)))
      expect(await store.counts(a)).to.include({ accepted: 5, waiting: 4 })
      expect(dispatchedUrls(await store.dispatch(10)).sort()).to.deep.equal([
        'http://x.example/1',
        'http://x.example/2',
        'http://y.example/2',
        'http://y.example/3',
      ])
    })
  })
}
