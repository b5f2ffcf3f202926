import { expect } from 'chai'
import { makeDispatchQueue } from '#stages/batch/adapters/sqlite/dispatch.ts'
import { openTables } from '#stages/batch/adapters/sqlite/tables.ts'
import type { Dispatch } from '#stages/batch/frontier/frontier.ts'
import {
  completionsOf,
  dispatchedUrls,
  idOf,
  numbered,
  startBatch,
  storeOfEachTest,
} from '../../store-fixture.ts'

describe('makeDispatchQueue', () => {
  const store = storeOfEachTest()

  it('checks a paused batch once, however many items of others it takes', async () => {
    const paused = 20
    for (let n = 0; n < paused; n++) {
      await startBatch(store, `paused-${n}`, ['http://x.example/'])
      await store.frontier.setState(`paused-${n}`, 'paused')
    }
    const urls = Array.from({ length: 30 }, (_, n) => `http://h${n}.example/`)
    await startBatch(store, 'running', urls)

    const tables = openTables(store.database.db, 2)
    let checks = 0
    const readyBatch = (after: number) => {
      checks += 1
      return tables.queues.readyBatch(after)
    }
    const releasing = makeDispatchQueue({ ...tables, queues: { ...tables.queues, readyBatch } }, 1000)
    expect(dispatchedUrls(await store.database.write(() => releasing.take(30, Date.now())))).to.deep.equal(
      urls,
    )
    // One check for each batch, and two that find no more.
    expect(checks).to.be.at.most(paused + 1 + 2)
  })

  it('lets batches take turns, whatever their size', async () => {
    await startBatch(
      store,
      'large',
      numbered('large.example', 50).map((url, n) => url.replace('large', `h${n}`)),
    )
    await startBatch(store, 'small', ['http://x.example/', 'http://y.example/'])
    const first = await store.frontier.dispatch(4)
    expect(first.map((one) => idOf(one).split('.')[0]).sort()).to.deep.equal([
      'large',
      'large',
      'small',
      'small',
    ])
  })

  it('continues with the batch after the last one', async () => {
    for (const id of ['a', 'b', 'c']) await startBatch(store, id, ['http://x.example/', 'http://y.example/'])
    const order: string[] = []
    for (let n = 0; n < 6; n++)
      order.push(...(await store.frontier.dispatch(1)).map((one) => idOf(one).slice(0, 1)))
    expect(order).to.deep.equal(['a', 'b', 'c', 'a', 'b', 'c'])
  })

  it('lets the hosts of a batch take turns, each with its share in flight', async () => {
    await startBatch(store, 'a', [...numbered('big.example', 10), ...numbered('little.example', 3)])
    const dispatches = await store.frontier.dispatch(100)
    expect(dispatchedUrls(dispatches)).to.deep.equal([
      'http://big.example/1',
      'http://little.example/1',
      'http://big.example/2',
      'http://little.example/2',
    ])
    await store.frontier.complete(completionsOf(dispatches.slice(0, 1)))
    expect(dispatchedUrls(await store.frontier.dispatch(100))).to.deep.equal(['http://big.example/3'])
  })

  const LEASE_MS = 3_600_000
  const leases = (releases: readonly Dispatch[]) => releases.map((one) => [idOf(one), one.lease])
  /** Simulates that so much time has passed. */
  const pass = (ms: number) =>
    store.database.write(() => void store.database.db.prepare('UPDATE items SET due_at = due_at - ?').run(ms))

  it('dispatches an item again when its lease has expired, with the next lease, and not before', async () => {
    await startBatch(store, 'a', ['http://x.example/1', 'http://y.example/1', 'http://z.example/1'])
    expect(leases(await store.frontier.dispatch(2))).to.deep.equal([
      ['a.1', 1],
      ['a.2', 1],
    ])
    await store.frontier.complete(
      completionsOf([{ ...(await store.frontier.inFlight(null, 1))[0] } as Dispatch]),
    )
    await pass(LEASE_MS + 1000)
    expect(leases(await store.frontier.dispatch(10))).to.deep.equal([
      ['a.2', 2],
      ['a.3', 1],
    ])
    expect(await store.frontier.dispatch(10)).to.deep.equal([])
    expect(await store.counts('a')).to.include({ running: 2, done: 1 })
    await store.frontier.complete(completionsOf(await store.frontier.inFlight(null, 10)))
    expect((await store.frontier.status('a'))?.state).to.equal('finished')
  })

  it('doubles the lease each time, up to 16 times the first', async () => {
    await startBatch(store, 'a', ['http://x.example/'])
    const held: number[] = []
    for (let n = 0; n < 7; n++) {
      await store.frontier.dispatch(1)
      const { due_at: due } = store.database.db.prepare('SELECT due_at FROM items').get() as {
        due_at: number
      }
      held.push(Math.round((due - Date.now()) / LEASE_MS))
      await pass((held.at(-1) as number) * LEASE_MS + 1000)
    }
    expect(held).to.deep.equal([1, 2, 4, 8, 16, 16, 16])
  })
})
