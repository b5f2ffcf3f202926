import { expect } from 'chai'
import { a } from '../batch-ids.ts'
import { completionsOf, crawlRules, idOf, leases, numbered, startBatch } from '../batch-scene.ts'
import { type FrontierScene, LEASE_MS } from '../frontier-fixture.ts'

const MINUTE_MS = 60_000

/** Items in flight, until their completion, over expired leases. */
export function frontierLeasesContract(store: FrontierScene): void {
  describe('leases', () => {
    it('that have expired are given again with the next number, and not before', async () => {
      await startBatch(store, a, ['http://x.example/1', 'http://y.example/1', 'http://z.example/1'])
      const dispatches = await store.dispatch(2)
      expect(dispatches.map(({ lease }) => lease)).to.deep.equal([1, 1])
      await store.frontier.complete(completionsOf(dispatches.slice(0, 1)))
      await store.pass(LEASE_MS + 1000)
      const [again, other, ...more] = await store.dispatch(10)
      expect([idOf(again as never), again?.lease]).to.deep.equal([idOf(dispatches[1] as never), 2])
      expect(other?.lease).to.equal(1)
      expect(new Set([...dispatches, other as never].map(idOf)).size).to.equal(3)
      expect(more).to.deep.equal([])
      expect(await store.dispatch(10)).to.deep.equal([])
      expect(await store.counts(a)).to.include({ running: 2, done: 1 })
      await store.frontier.complete(completionsOf([again as never, other as never]))
      expect((await store.frontier.status(a))?.state).to.equal('finished')
    })

    it('are doubled each time, up to 16 times the first', async () => {
      await startBatch(store, a, ['http://x.example/'])
      const [first] = await store.dispatch(1)
      for (const [index, held] of [1, 2, 4, 8, 16, 16, 16].entries()) {
        await store.pass(held * LEASE_MS - MINUTE_MS)
        expect(await store.dispatch(1), `lease ${index + 1}`).to.deep.equal([])
        await store.pass(2 * MINUTE_MS)
        const again = await store.dispatch(1)
        expect(leases(again)).to.deep.equal([[idOf(first as never), index + 2]])
      }
    })

    it('that have expired come first, and are no more with the others than asked for', async () => {
      await startBatch(store, a, ['http://x.example/', 'http://y.example/', 'http://z.example/'])
      const [first] = await store.dispatch(1)
      await store.pass(LEASE_MS + 1000)
      const dispatches = await store.dispatch(2)
      expect(dispatches.map(({ lease }) => lease)).to.deep.equal([2, 1])
      expect(idOf(dispatches[0] as never)).to.equal(idOf(first as never))
    })

    it('are renewed within the window, also for batches that are paused or out of time', async () => {
      await store.reopen({ window: 2 })
      const crawl = { ...crawlRules, maxMinutes: 1000 }
      await startBatch(store, a, numbered('x.example', 5), { crawl })
      const dispatches = await store.dispatch(10)
      expect(dispatches).to.have.length(2)
      await store.frontier.setState(a, 'paused')
      await store.pass(LEASE_MS + 1000)
      const again = await store.dispatch(10)
      expect(leases(again)).to.deep.equal(leases(dispatches.map((one) => ({ ...one, lease: 2 }))))
    })

    it('end with the completion', async () => {
      await startBatch(store, a, numbered('x.example', 2))
      const dispatches = await store.dispatch(2)
      await store.frontier.complete(completionsOf(dispatches.slice(1)))
      expect(await store.counts(a)).to.include({ running: 1, done: 1 })
      await store.pass(LEASE_MS + 1000)
      expect((await store.dispatch(10)).map(idOf)).to.deep.equal(dispatches.slice(0, 1).map(idOf))
    })
  })
}
