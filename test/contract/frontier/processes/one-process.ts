import { expect } from 'chai'
import type { Dispatch } from '#stages/batch/frontier/frontier.ts'
import { a, b, c } from '../batch-ids.ts'
import {
  batchNamed,
  completionsOf,
  dispatchedUrls,
  idOf,
  leases,
  numbered,
  page,
  startBatch,
} from '../batch-scene.ts'
import { deferredRecord } from '../deferred-record.ts'
import { type FrontierScene, LEASE_MS } from '../frontier-fixture.ts'

const hosts = (count: number) => Array.from({ length: count }, (_, n) => `http://h${n}.example/`)

/** A frontier of one process: the next one knows that the last one has ended, and takes all that it had. */
export function frontierOfOneProcessContract(store: FrontierScene): void {
  describe('the next process', () => {
    it('removes submissions that were not started', async () => {
      await store.frontier.create(batchNamed(a))
      await store.frontier.add(a, [page('http://one.example/')])
      await store.reopen()
      await store.frontier.start(a, false)
      expect(await store.frontier.status(a)).to.equal(null)
    })

    it('has no items in flight of a cancelled batch', async () => {
      await startBatch(store, a, numbered('x.example', 5))
      await store.dispatch(10)
      await store.frontier.setState(a, 'cancelled')
      await store.reopen()
      expect(await store.frontier.inFlight(null, 10)).to.deep.equal([])
    })

    it('has the deferred requests in flight until they end', async () => {
      await store.frontier.defer([deferredRecord('r1', 'http://x.example/1')])
      const dispatches = await store.dispatch(10)
      await store.reopen()
      expect((await store.frontier.inFlight(null, 10)).map(idOf)).to.deep.equal(['r1'])
      await store.frontier.complete(completionsOf(dispatches))
      expect(await store.frontier.inFlight(null, 10)).to.deep.equal([])
    })

    it('keeps leases, and lets none expire at once: their results may be in the log', async () => {
      await startBatch(store, a, ['http://x.example/'])
      const dispatches = await store.dispatch(1)
      await store.pass(LEASE_MS + 1000)
      await store.reopen()
      expect(leases(await store.frontier.inFlight(null, 10))).to.deep.equal(leases(dispatches))
      expect(await store.dispatch(1)).to.deep.equal([])
      await store.pass(LEASE_MS + 1000)
      const next = leases(dispatches.map((one) => ({ ...one, lease: 2 })))
      expect(leases(await store.dispatch(1))).to.deep.equal(next)
      await store.reopen()
      expect(leases(await store.frontier.inFlight(null, 10))).to.deep.equal(next)
    })

    it('has the items in flight, page by page, and no others', async () => {
      await startBatch(
        store,
        a,
        Array.from({ length: 9 }, (_, n) => `http://h${n}.example/`),
      )
      const dispatches = await store.dispatch(5)
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

    it('has those of all batches, page by page', async () => {
      for (const id of [a, b, c]) await startBatch(store, id, numbered('x.example', 2))
      const dispatches = await store.dispatch(10)
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

    it('counts the items in flight against the window', async () => {
      await store.reopen({ window: 5 })
      await startBatch(store, a, hosts(20))
      await store.dispatch(3)
      await store.reopen({ window: 5 })
      expect(await store.dispatch(100)).to.have.length(2)
    })
  })
}
