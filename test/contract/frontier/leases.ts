import { expect } from 'chai'
import type { Dispatch } from '#stages/batch/frontier/frontier.ts'
import { completionsOf, crawlRules, dispatchedUrls, idOf, numbered, startBatch } from './batch-scene.ts'
import { type FrontierScene, LEASE_MS } from './frontier-fixture.ts'

const MINUTE_MS = 60_000

/** Ids and leases, in the order of the ids: different hosts have no order. */
const leases = (dispatches: readonly Dispatch[]) =>
  dispatches
    .map((one) => [idOf(one), one.lease] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))

/** Items in flight, until their completion, over restarts and expired leases. */
export function frontierLeasesContract(store: FrontierScene): void {
  describe('leases', () => {
    const idsInFlight = async () => (await store.frontier.inFlight(null, 100)).map(idOf)

    it('that have expired are given again with the next number, and not before', async () => {
      await startBatch(store, 'a', ['http://x.example/1', 'http://y.example/1', 'http://z.example/1'])
      const dispatches = await store.frontier.dispatch(2)
      expect(dispatches.map(({ lease }) => lease)).to.deep.equal([1, 1])
      await store.frontier.complete(completionsOf(dispatches.slice(0, 1)))
      await store.pass(LEASE_MS + 1000)
      const [again, other, ...more] = await store.frontier.dispatch(10)
      expect([idOf(again as never), again?.lease]).to.deep.equal([idOf(dispatches[1] as never), 2])
      expect(other?.lease).to.equal(1)
      expect(new Set([...dispatches, other as never].map(idOf)).size).to.equal(3)
      expect(more).to.deep.equal([])
      expect(await store.frontier.dispatch(10)).to.deep.equal([])
      expect(await store.counts('a')).to.include({ running: 2, done: 1 })
      await store.frontier.complete(completionsOf(await store.frontier.inFlight(null, 10)))
      expect((await store.frontier.status('a'))?.state).to.equal('finished')
    })

    it('are doubled each time, up to 16 times the first', async () => {
      await startBatch(store, 'a', ['http://x.example/'])
      const [first] = await store.frontier.dispatch(1)
      for (const [index, held] of [1, 2, 4, 8, 16, 16, 16].entries()) {
        await store.pass(held * LEASE_MS - MINUTE_MS)
        expect(await store.frontier.dispatch(1), `lease ${index + 1}`).to.deep.equal([])
        await store.pass(2 * MINUTE_MS)
        const again = await store.frontier.dispatch(1)
        expect(leases(again)).to.deep.equal([[idOf(first as never), index + 2]])
      }
    })

    it('that have expired come first, and are no more with the others than asked for', async () => {
      await startBatch(store, 'a', ['http://x.example/', 'http://y.example/', 'http://z.example/'])
      const [first] = await store.frontier.dispatch(1)
      await store.pass(LEASE_MS + 1000)
      const dispatches = await store.frontier.dispatch(2)
      expect(dispatches.map(({ lease }) => lease)).to.deep.equal([2, 1])
      expect(idOf(dispatches[0] as never)).to.equal(idOf(first as never))
    })

    it('are renewed within the window, also for batches that are paused or out of time', async () => {
      await store.reopen({ window: 2 })
      const crawl = { ...crawlRules, maxMinutes: 1000 }
      await startBatch(store, 'a', numbered('x.example', 5), { crawl })
      const dispatches = await store.frontier.dispatch(10)
      expect(dispatches).to.have.length(2)
      await store.frontier.setState('a', 'paused')
      await store.pass(LEASE_MS + 1000)
      const again = await store.frontier.dispatch(10)
      expect(leases(again)).to.deep.equal(leases(dispatches.map((one) => ({ ...one, lease: 2 }))))
    })

    it('are kept over a restart, and do not expire at once: their results may be in the log', async () => {
      await startBatch(store, 'a', ['http://x.example/'])
      const dispatches = await store.frontier.dispatch(1)
      await store.pass(LEASE_MS + 1000)
      await store.reopen()
      expect(leases(await store.frontier.inFlight(null, 10))).to.deep.equal(leases(dispatches))
      expect(await store.frontier.dispatch(1)).to.deep.equal([])
      await store.pass(LEASE_MS + 1000)
      const next = leases(dispatches.map((one) => ({ ...one, lease: 2 })))
      expect(leases(await store.frontier.dispatch(1))).to.deep.equal(next)
      await store.reopen()
      expect(leases(await store.frontier.inFlight(null, 10))).to.deep.equal(next)
    })

    it('after a restart are those of the items in flight, page by page, and no others', async () => {
      await startBatch(
        store,
        'a',
        Array.from({ length: 9 }, (_, n) => `http://h${n}.example/`),
      )
      const dispatches = await store.frontier.dispatch(5)
      await store.frontier.complete(completionsOf(dispatches.slice(1, 2)))
      await store.reopen()
      const first = await store.frontier.inFlight(null, 3)
      expect(first).to.have.length(3)
      await store.frontier.complete(completionsOf(first.slice(-1)))
      const second = await store.frontier.inFlight(idOf(first.at(-1) as never), 3)
      const expected = dispatches.filter((_, index) => index !== 1)
      expect(leases([...first, ...second])).to.deep.equal(leases(expected))
      expect(await store.frontier.inFlight(idOf(second.at(-1) as never), 3)).to.deep.equal([])
    })

    it('cover all batches, page by page', async () => {
      for (const id of ['a', 'b', 'c']) await startBatch(store, id, numbered('x.example', 2))
      const dispatches = await store.frontier.dispatch(10)
      await store.reopen()
      const found: Dispatch[] = []
      for (let after: string | null = null; ; ) {
        const some = await store.frontier.inFlight(after, 2)
        const last = some.at(-1)
        if (last === undefined) break
        found.push(...some)
        after = idOf(last)
      }
      expect(leases(found)).to.deep.equal(leases(dispatches))
      expect(dispatchedUrls(found).sort()).to.deep.equal(dispatchedUrls(dispatches).sort())
    })

    it('end with the completion', async () => {
      await startBatch(store, 'a', numbered('x.example', 2))
      const dispatches = await store.frontier.dispatch(2)
      await store.frontier.complete(completionsOf(dispatches.slice(1)))
      expect(await idsInFlight()).to.deep.equal(dispatches.slice(0, 1).map(idOf))
      await store.pass(LEASE_MS + 1000)
      expect((await store.frontier.dispatch(10)).map(idOf)).to.deep.equal(dispatches.slice(0, 1).map(idOf))
    })
  })
}
