import { expect } from 'chai'
import { a, b, c } from '#test/contract/frontier/batch-ids.ts'
import { numbered, startBatch } from '#test/contract/frontier/batch-scene.ts'
import { openStoreFixture, type StoreFixture } from '../../../../store-fixture.ts'

describe('figuresOf', () => {
  let store: StoreFixture
  beforeEach(async () => {
    store = await openStoreFixture()
  })
  afterEach(() => store.end())

  it('are 0 of an empty frontier', async () => {
    const nothing = { ready: 0, resting: 0, in_flight: 0, oldest_seconds: 0 }
    expect({ ...(await store.figures()) }).to.deep.equal(nothing)
  })

  it('count what waits, what waits for a host that rests, and what is in flight; nothing that is paused', async () => {
    const { frontier, database } = store
    await startBatch({ frontier }, a, [...numbered('x.example', 10), ...numbered('y.example', 4)])
    await startBatch({ frontier }, b, numbered('z.example', 5))
    await startBatch({ frontier }, c, numbered('p.example', 7))
    await frontier.setState(c, 'paused')
    // Two of each host.
    expect((await frontier.dispatch(50)).dispatches).to.have.length(6)
    const { db } = database
    db.exec(
      `UPDATE queues SET rests_until = ${Date.now() + 3_600_000}, is_ready = 0 WHERE host = 'y.example'`,
    )
    db.exec("UPDATE items SET due_at = due_at - 90000 WHERE url = 'http://z.example/1'")
    const { oldest_seconds: oldest, ...counts } = await store.figures()
    expect(counts).to.deep.equal({ ready: 8 + 3, resting: 2, in_flight: 6 })
    expect(oldest).to.be.within(90, 150)
  })
})
