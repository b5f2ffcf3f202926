import { expect } from 'chai'
import { openTables } from '#stages/batch/adapters/sqlite/tables.ts'
import { startBatch } from '#test/contract/frontier/batch-scene.ts'
import { storeOfEachTest } from '../../../store-fixture.ts'

describe('queuesTable', () => {
  const store = storeOfEachTest()

  it('returns the hosts of one batch with items in flight, by name', async () => {
    await startBatch(store, 'a', ['http://z.example/'])
    await startBatch(store, 'b', ['http://y.example/1', 'http://x.example/', 'http://y.example/2'])
    await startBatch(store, 'c', ['http://v.example/'])
    expect((await store.frontier.dispatch(10)).dispatches).to.have.length(5)
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
