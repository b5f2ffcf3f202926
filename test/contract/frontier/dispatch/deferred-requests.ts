import { expect } from 'chai'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { Dispatch } from '#stages/batch/frontier/frontier.ts'
import { eventually } from '#test/contract/eventually.ts'
import { a } from '../batch-ids.ts'
import { completionsOf, idOf, result, startBatch } from '../batch-scene.ts'
import { deferredRecord } from '../deferred-record.ts'
import { type FrontierScene, LEASE_MS } from '../frontier-fixture.ts'

const MINUTE_MS = 60_000

/** Requests of external producers whose host queues overflowed. */
export function frontierDeferredRequestsContract(store: FrontierScene): void {
  describe('deferred requests', () => {
    it('are dispatched unchanged when their host has capacity', async () => {
      const records = [1, 2, 3].map((n) => deferredRecord(`r${n}`, `http://x.example/${n}`))
      await store.frontier.defer(records)
      await store.reopen()
      const dispatches = await store.dispatch(10)
      const { key, value, headers } = records[0] as LogRecord
      expect(dispatches[0]).to.deep.equal({ id: 'r1', deferred: { key, value, headers }, lease: 1 })
      expect(dispatches.map(idOf)).to.deep.equal(['r1', 'r2'])
      await store.frontier.complete(completionsOf(dispatches))
      expect((await store.dispatch(10)).map(idOf)).to.deep.equal(['r3'])
    })

    it('are stored once, however often they are read, and never again after completion', async () => {
      const record = deferredRecord('r1', 'http://x.example/1')
      await store.frontier.defer([record, record])
      await store.frontier.defer([record, deferredRecord('r1', 'http://x.example/1')])
      const dispatches = await store.dispatch(10)
      expect(dispatches.map(idOf)).to.deep.equal(['r1'])
      await store.frontier.defer([record])
      await store.frontier.complete(completionsOf(dispatches))
      await store.frontier.defer([record])
      expect(await store.dispatch(10)).to.deep.equal([])
    })

    it('are not stored again after completion and a restart', async () => {
      const record = deferredRecord('r1', 'http://x.example/1')
      await store.frontier.defer([record])
      await store.frontier.complete(completionsOf(await store.dispatch(10)))
      await store.reopen()
      await store.frontier.defer([record])
      expect(await store.dispatch(10)).to.deep.equal([])
    })

    it('of two sources with one id are two, each by the id of its inspection', async () => {
      const first = deferredRecord('r1', 'http://x.example/1')
      const later = deferredRecord('r1', 'http://y.example/1')
      // What `printf /other | sha256sum` begins with.
      const names = { ce_source: '/other', pp_admitted: 'there/0/2', pp_inspection: 'r1~bf2faee2' }
      const more = Object.entries(names).map(([name, value]) => [name, Buffer.from(value)])
      const second = { ...later, headers: { ...later.headers, ...Object.fromEntries(more) } }
      await store.frontier.defer([first, second, second])
      await store.reopen()
      const dispatches = await store.dispatch(10)
      expect(dispatches.map(idOf).toSorted()).to.deep.equal(['r1', 'r1~bf2faee2'])
      await store.frontier.complete([{ id: 'r1~bf2faee2', outcome: result('http://y.example/1') }])
      await store.pass(LEASE_MS + MINUTE_MS)
      let again: Dispatch[] = []
      await eventually(async () => {
        again = [...again, ...(await store.dispatch(10))]
        return again.length > 0
      })
      expect(again.map(idOf)).to.deep.equal(['r1'])
    })

    it('wait again, for a cooldown, when they come back', async () => {
      await store.frontier.defer([deferredRecord('r1', 'http://x.example/1')])
      expect(await store.dispatch(10)).to.have.length(1)
      await store.frontier.defer([deferredRecord('r1', 'http://x.example/1')])
      expect(await store.dispatch(10)).to.deep.equal([])
      await store.reopen()
      await store.pass(MINUTE_MS)
      let dispatches: Dispatch[] = []
      await eventually(async () => {
        dispatches = await store.dispatch(10)
        return dispatches.length > 0
      })
      expect(dispatches.map((one) => [idOf(one), one.lease])).to.deep.equal([['r1', 2]])
    })

    it('may carry the id of a batch item, and complete both', async () => {
      await startBatch(store, a, ['http://x.example/'])
      const [dispatch] = await store.dispatch(1)
      const id = idOf(dispatch as never)
      await store.frontier.defer([deferredRecord(id, 'http://x.example/')])
      expect((await store.dispatch(10)).map(idOf)).to.deep.equal([id])
      await store.frontier.complete(completionsOf([dispatch as never]))
      expect((await store.frontier.status(a))?.state).to.equal('finished')
      await store.pass(LEASE_MS + MINUTE_MS)
      expect(await store.dispatch(10)).to.deep.equal([])
    })

    it('are not dispatched when they end before, and leave the share of their host to others', async () => {
      await store.frontier.defer([deferredRecord('r1', 'http://x.example/1')])
      await store.frontier.complete([{ id: 'r1', outcome: result('http://x.example/1') }])
      expect(await store.dispatch(10)).to.deep.equal([])
      await store.frontier.defer([2, 3].map((n) => deferredRecord(`r${n}`, `http://x.example/${n}`)))
      expect((await store.dispatch(10)).map(idOf)).to.deep.equal(['r2', 'r3'])
    })

    it('take turns with the batches', async () => {
      await startBatch(
        store,
        a,
        Array.from({ length: 5 }, (_, n) => `http://h${n}.example/`),
      )
      await store.frontier.defer([1, 2, 3].map((n) => deferredRecord(`r${n}`, `http://f${n}.example/`)))
      const dispatches = await store.dispatch(4)
      expect(dispatches.filter((one) => 'deferred' in one)).to.have.length(2)
    })
  })
}
