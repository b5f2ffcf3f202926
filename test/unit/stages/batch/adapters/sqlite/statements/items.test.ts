import { expect } from 'chai'
import { placeOf } from '#stages/batch/adapters/sqlite/statements/schema.ts'
import { openTables } from '#stages/batch/adapters/sqlite/tables.ts'
import { batchNamed, crawlRules, itemsOf, page } from '#test/contract/frontier/batch-scene.ts'
import { storeOfEachTest } from '../../../store-fixture.ts'

describe('itemsTable', () => {
  const store = storeOfEachTest()

  it('stores the role of a discovery item like former versions, and reads it back', async () => {
    await store.frontier.create(batchNamed('a', { crawl: crawlRules, operation: 'snapshot' }))
    await store.frontier.add('a', [page('http://one.example/', { role: 'discovery' })])
    await store.frontier.start('a', false)
    const { db } = store.database
    expect(
      db
        .prepare('SELECT role FROM items')
        .all()
        .map(({ role }) => role),
    ).to.deep.equal(['scout'])
    expect(itemsOf((await store.frontier.dispatch(1)).dispatches).map(({ role }) => role)).to.deep.equal([
      'discovery',
    ])
    expect(itemsOf(await store.frontier.inFlight(null, 1)).map(({ role }) => role)).to.deep.equal([
      'discovery',
    ])
  })

  it('keeps the items of batches apart: removes some waiting ones, or all in flight, of one', () => {
    const { items } = openTables(store.database.db, 2)
    const places = [1, 2].flatMap((batch) => [0, 1, 2].map((seq) => placeOf(batch, seq)))
    const blank = { role: 'page', parameters: null, depth: null, url: '', source: null, scope: null } as const
    for (const place of places) items.insert({ ...blank, place, queue: 1 })
    items.markInFlight(placeOf(1, 1), 5)
    items.markInFlight(placeOf(2, 1), 7)
    expect(items.leaseExpired(6, 10).map(({ place, lease }) => [place, lease])).to.deep.equal([
      [placeOf(1, 1), 1],
    ])
    expect([items.removeWaiting(1, 1), items.removeWaiting(1, 5)]).to.deep.equal([1, 1])
    expect(items.inFlight(0, 10).map(({ place }) => place)).to.deep.equal([placeOf(1, 1), placeOf(2, 1)])
    items.removeInFlight(1)
    expect([items.get(placeOf(1, 1)), items.countInFlight()]).to.deep.equal([null, 1])
    expect([items.removeAny(1, 5), items.removeAny(2, 2), items.removeAny(2, 2)]).to.deep.equal([0, 2, 1])
  })
})
