import { expect } from 'chai'
import type { Dispatch } from '#stages/batch/frontier/frontier.ts'
import { eventually } from '#test/contract/eventually.ts'
import { idOf, result } from '#test/contract/frontier/batch-scene.ts'
import { deferredRecord } from '#test/contract/frontier/deferred-record.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { storeOfEachTest } from '../../../store-fixture.ts'

describe('deferred requests', () => {
  const clock = driveClockInEachTest()
  const store = storeOfEachTest()

  it('wait again, for a cooldown, when they come back', async () => {
    await store.frontier.defer([deferredRecord('r1', 'http://x.example/1')])
    expect((await store.frontier.dispatch(10)).dispatches).to.have.length(1)
    await store.frontier.defer([deferredRecord('r1', 'http://x.example/1')])
    expect(await store.frontier.inFlight(null, 10)).to.deep.equal([])
    expect((await store.frontier.dispatch(10)).dispatches).to.deep.equal([])
    const { until } = store.database.db.prepare('SELECT max(rests_until) AS until FROM queues').get() as {
      until: number
    }
    expect(until - Date.now()).to.equal(5000)
    await store.reopen()
    await clock.pass(4000)
    expect((await store.frontier.dispatch(10)).dispatches).to.deep.equal([])
    let dispatches: Dispatch[] = []
    await clock.pass(2000)
    await eventually(async () => {
      dispatches = (await store.frontier.dispatch(10)).dispatches
      return dispatches.length > 0
    })
    expect(dispatches.map((one) => [idOf(one), one.lease])).to.deep.equal([['r1', 2]])
  })

  it('leave nothing in the queue of their host when they end before they are dispatched', async () => {
    await store.frontier.defer([deferredRecord('r1', 'http://x.example/1')])
    await store.frontier.complete([{ id: 'r1', outcome: result('http://x.example/1') }])
    expect((await store.frontier.dispatch(10)).dispatches).to.deep.equal([])
    const { n } = store.database.db.prepare('SELECT count(*) AS n FROM queues').get() ?? {}
    expect(n).to.equal(0)
  })
})
