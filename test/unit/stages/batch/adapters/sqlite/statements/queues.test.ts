import { expect } from 'chai'
import { openTables } from '#stages/batch/adapters/sqlite/tables.ts'
import { completionsOf, numbered, startBatch, storeOfEachTest } from '../../../store-fixture.ts'

describe('queuesTable', () => {
  const store = storeOfEachTest()

  it('returns the hosts with the most waiting items, ties by name', async () => {
    const hosts = { 'c.example': 1, 'b.example': 5, 'd.example': 3, 'a.example': 3 }
    const urls = Object.entries(hosts).flatMap(([host, count]) => numbered(host, count))
    await startBatch(store, 'a', urls)
    await startBatch(store, 'b', numbered('z.example', 50))
    const recorded = async (most?: number) => (await store.frontier.status('a', most))?.hosts
    expect(await recorded()).to.equal(undefined)
    expect(await recorded(3)).to.deep.equal([
      { host: 'b.example', waiting: 5, running: 0, restsUntil: null },
      { host: 'a.example', waiting: 3, running: 0, restsUntil: null },
      { host: 'd.example', waiting: 3, running: 0, restsUntil: null },
    ])
    const dispatches = await store.frontier.dispatch(100)
    const [, , , last] = (await recorded(4)) ?? []
    expect(last).to.deep.equal({ host: 'c.example', waiting: 0, running: 1, restsUntil: null })
    await store.frontier.complete(completionsOf(dispatches))
    expect(await recorded(100)).to.deep.equal([
      { host: 'b.example', waiting: 3, running: 0, restsUntil: null },
      { host: 'a.example', waiting: 1, running: 0, restsUntil: null },
      { host: 'd.example', waiting: 1, running: 0, restsUntil: null },
    ])
    await store.reopen()
    expect(await recorded(1)).to.deep.equal([{ host: 'b.example', waiting: 3, running: 0, restsUntil: null }])
  })

  it('returns the hosts of one batch with items in flight, by name', async () => {
    await startBatch(store, 'a', ['http://z.example/'])
    await startBatch(store, 'b', ['http://y.example/1', 'http://x.example/', 'http://y.example/2'])
    await startBatch(store, 'c', ['http://v.example/'])
    expect(await store.frontier.dispatch(10)).to.have.length(5)
    const { queues } = openTables(store.database.db, 2)
    expect(queues.inFlightHosts(2, 10)).to.deep.equal([
      { host: 'x.example', waiting: 0, running: 1, restsUntil: null },
      { host: 'y.example', waiting: 0, running: 2, restsUntil: null },
    ])
    expect(queues.inFlightHosts(2, 1)).to.have.length(1)
  })

  it('has no ready queue that is resting, empty, or has its share in flight', async () => {
    const { queues } = openTables(store.database.db, 1)
    const [one, two] = [queues.idOf(7, 'x.example'), queues.idOf(7, 'y.example')]
    expect(queues.idOf(7, 'x.example')).to.equal(one)
    expect([queues.readyBatch(0), queues.nextReady(7)]).to.deep.equal([null, null])
    queues.addWaiting(one, 2)
    queues.addWaiting(two, 1)
    expect([queues.readyBatch(6), queues.readyBatch(7), queues.nextReady(7)]).to.deep.equal([7, null, one])
    queues.startOne(one)
    expect(queues.nextReady(7)).to.equal(two)
    queues.startOne(two)
    expect(queues.nextReady(7)).to.equal(null)
    queues.returnOne(two, 1000)
    expect([queues.nextReady(7), queues.endCooldowns(999), queues.endCooldowns(1000)]).to.deep.equal([
      null,
      0,
      1,
    ])
    expect(queues.nextReady(7)).to.equal(two)
    queues.complete(one, 1)
    expect(queues.nextReady(7), 'the queue that was served first comes first').to.equal(one)
    queues.startOne(one)
    queues.complete(one, 1)
    expect(queues.longest(7, 10).map(({ host }) => host)).to.deep.equal(['y.example'])
  })
})
