import { expect } from 'chai'
import type { BatchListing } from '#shared/ports/batches.ts'
import { readPages, startBatch } from '#test/contract/frontier/batch-scene.ts'
import { openStoreFixture, type StoreFixture } from '#test/unit/stages/batch/store-fixture.ts'

const newest: BatchListing = { owner: 'me', state: null, limit: 1000, after: null }

describe('listBatches', () => {
  let fixture: StoreFixture
  beforeEach(async () => {
    fixture = await openStoreFixture()
  })
  afterEach(() => fixture.end())

  const launch = (id: string, owner: string | null = 'me') =>
    startBatch(fixture, id, [`http://${id}.example/`], { owner })
  const idsOf = async (more: Partial<BatchListing> = {}) =>
    (await fixture.frontier.list({ ...newest, ...more })).batches.map(({ id }) => id)

  it('lists those of former versions, which have no owner, for everybody', async () => {
    await launch('a')
    fixture.database.db.exec("UPDATE batches SET request = json_remove(request, '$.owner')")
    expect(await idsOf({ owner: 'other' })).to.deep.equal(['a'])
  })

  it('lists each once, page by page, while others are added and removed', async () => {
    const ids = Array.from({ length: 25 }, (_, at) => `b${at}`)
    for (const [at, id] of ids.entries()) await launch(id, at % 3 === 0 ? null : 'me')
    const { found, sizes } = await readPages(fixture, { ...newest, limit: 10 }, async (read, pages) => {
      await launch(`new-${pages}`)
      // The batch where the next page starts.
      fixture.database.db.exec(`DELETE FROM batches WHERE id = '${read.at(-1)}'`)
    })
    expect(found).to.deep.equal(ids.toReversed())
    expect(sizes).to.deep.equal([10, 10, 5])
  })
})
