import { expect } from 'chai'
import { toRecord } from '#shared/messages/events/cloud-event.ts'
import { inspectionEvent } from '#shared/messages/events/inspection.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { Dispatch } from '#stages/batch/frontier/frontier.ts'
import { eventually } from '#test/contract/eventually.ts'
import { completionsOf, idOf, result, startBatch, storeOfEachTest } from '../../../store-fixture.ts'

describe('deferred requests', () => {
  const store = storeOfEachTest()

  let offset = 0
  const requested = (id: string, url: string, more: Partial<LogRecord> = {}): LogRecord => {
    const json = JSON.stringify({ operation: 'metadata', parameters: { url } })
    const inspection = { id, operation: null, lane: 'batch', parameters: {}, url, expiresAt: null } as const
    const event = inspectionEvent(
      'inspection.requested.batch',
      id,
      { ...inspection, traceparent: null, timing: '' },
      json,
    )
    const headers = {
      ...toRecord('inspection.requested.batch', event).headers,
      pp_admitted: `there/0/${id}`,
    }
    offset += 1
    return {
      topic: 'inspection.deferred',
      partition: 0,
      offset,
      key: Buffer.from('k'),
      value: Buffer.from(json),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Buffer.from(value)])),
      timestamp: 0,
      ...more,
    }
  }

  it('are dispatched unchanged when their host has capacity', async () => {
    const records = [1, 2, 3].map((n) => requested(`r${n}`, `http://x.example/${n}`))
    await store.frontier.defer(records)
    await store.reopen()
    const dispatches = await store.frontier.dispatch(10)
    const { key, value, headers } = records[0] as LogRecord
    expect(dispatches[0]).to.deep.equal({ id: 'r1', deferred: { key, value, headers }, lease: 1 })
    expect(dispatches.map(idOf)).to.deep.equal(['r1', 'r2'])
    expect((await store.frontier.inFlight(null, 10)).map(idOf)).to.deep.equal(['r1', 'r2'])
    await store.frontier.complete(completionsOf(dispatches))
    expect((await store.frontier.dispatch(10)).map(idOf)).to.deep.equal(['r3'])
  })

  it('are stored once, however often they are read, and never again after completion', async () => {
    const record = requested('r1', 'http://x.example/1')
    await store.frontier.defer([record, record])
    await store.frontier.defer([record, requested('r1', 'http://x.example/1', { offset: 99 })])
    const dispatches = await store.frontier.dispatch(10)
    expect(dispatches.map(idOf)).to.deep.equal(['r1'])
    await store.frontier.defer([record])
    await store.frontier.complete(completionsOf(dispatches))
    await store.frontier.defer([record])
    expect(await store.frontier.dispatch(10)).to.deep.equal([])
  })

  it('wait again, for a cooldown, when they come back', async () => {
    await store.frontier.defer([requested('r1', 'http://x.example/1')])
    expect(await store.frontier.dispatch(10)).to.have.length(1)
    await store.frontier.defer([requested('r1', 'http://x.example/1', { offset: 1000 })])
    expect(await store.frontier.inFlight(null, 10)).to.deep.equal([])
    expect(await store.frontier.dispatch(10)).to.deep.equal([])
    const { until } = store.database.db.prepare('SELECT max(rests_until) AS until FROM queues').get() as {
      until: number
    }
    expect(until - Date.now()).to.be.within(1000, 5000)
    await store.reopen()
    store.database.db.exec('UPDATE queues SET rests_until = 1')
    let dispatches: Dispatch[] = []
    await eventually(async () => {
      dispatches = await store.frontier.dispatch(10)
      return dispatches.length > 0
    })
    expect(dispatches.map((one) => [idOf(one), one.lease])).to.deep.equal([['r1', 2]])
  })

  it('may carry the id of a batch item, and complete both', async () => {
    await startBatch(store, 'a', ['http://x.example/'])
    const [dispatch] = await store.frontier.dispatch(1)
    await store.frontier.defer([requested('a.1', 'http://x.example/')])
    expect((await store.frontier.dispatch(10)).map(idOf)).to.deep.equal(['a.1'])
    await store.frontier.complete(completionsOf([dispatch as never]))
    expect(await store.frontier.inFlight(null, 10)).to.deep.equal([])
    expect((await store.frontier.status('a'))?.state).to.equal('finished')
  })

  it('leave nothing in the queue of their host when they end before they are dispatched', async () => {
    await store.frontier.defer([requested('r1', 'http://x.example/1')])
    await store.frontier.complete([{ id: 'r1', outcome: result('http://x.example/1') }])
    expect(await store.frontier.dispatch(10)).to.deep.equal([])
    const { n } = store.database.db.prepare('SELECT count(*) AS n FROM queues').get() ?? {}
    expect(n).to.equal(0)
  })

  it('take turns with the batches', async () => {
    await startBatch(
      store,
      'a',
      Array.from({ length: 5 }, (_, n) => `http://h${n}.example/`),
    )
    await store.frontier.defer([1, 2, 3].map((n) => requested(`r${n}`, `http://f${n}.example/`)))
    const dispatches = await store.frontier.dispatch(4)
    expect(dispatches.filter((one) => 'deferred' in one)).to.have.length(2)
  })
})
