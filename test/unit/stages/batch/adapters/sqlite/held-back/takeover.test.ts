import { expect } from 'chai'
import { crawl } from '../../../crawl/crawl-fixture.ts'
import { openShardFixture, type ShardFixture } from '../shard/shard-store-fixture.ts'
import { discoverOf, endOf, pathOf, start, trap } from './trap-scene.ts'

const batch = { ...crawl(), createdAt: Date.now() }
const MIB = 1_048_576

/** What the commands of a shard determine. What was dispatched is not in its log. */
const determined = [
  'SELECT * FROM page_families ORDER BY id',
  'SELECT * FROM held_items ORDER BY n',
  'SELECT hex(hash) AS hash FROM seen ORDER BY hash',
  'SELECT place, url, depth, source FROM items ORDER BY place',
  'SELECT accepted, waiting + running AS open, done, failed, lines, finished_at FROM batches',
]

const stateOf = ({ db }: ShardFixture) => determined.map((query) => db.prepare(query).all())
const pathsOf = ({ store }: ShardFixture) =>
  (store.pendingLines(batch.id, MIB)?.lines.toString('utf8') ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => pathOf(JSON.parse(line).url))

/** Ends so many more pages of the crawl, or all. */
async function goOn(shard: ShardFixture, count = Number.POSITIVE_INFINITY): Promise<void> {
  for (let page = 0; page < count; page++) {
    const [one] = await shard.store.dispatchOf(batch.id, 1)
    if (one === undefined || !('item' in one)) return
    await shard.end([endOf(one)])
  }
}

describe('families of a crawl, when another process takes over the shard', () => {
  let shard: ShardFixture
  let whole: readonly string[]

  async function begin() {
    shard = await openShardFixture({ discover: discoverOf(trap) })
    await shard.send({ kind: 'add', batch, items: [start] })
    await shard.send({ kind: 'phase', batch: batch.id, phase: 'running', version: 1 })
  }
  before(async () => {
    await begin()
    await goOn(shard)
    whole = pathsOf(shard)
    expect(whole).to.have.length.above(85)
    await shard.close()
  })
  beforeEach(begin)
  afterEach(() => shard.close())

  // Pages until the snapshot, and from there to the takeover: while the family is followed, sinks, and is sampled.
  for (const [saved, more] of [
    [5, 0],
    [10, 30],
    [40, 45],
    [82, 3],
  ] as const) {
    it(`is the same with a snapshot after ${saved} pages and ${more} pages from the log`, async () => {
      await goOn(shard, saved)
      const copy = await shard.snapshot()
      await goOn(shard, more)
      const before = stateOf(shard)
      expect(await shard.store.dispatchOf(batch.id, 1), 'a page is under way').to.have.length(1)
      await shard.takeOver(copy)
      expect(stateOf(shard)).to.deep.equal(before)
      await goOn(shard)
      expect(pathsOf(shard)).to.deep.equal(whole)
    })
  }

  it('is the same from the log alone', async () => {
    await goOn(shard)
    const before = stateOf(shard)
    await shard.reopen(true)
    await shard.store.apply(shard.intake)
    expect(stateOf(shard)).to.deep.equal(before)
    expect(pathsOf(shard)).to.deep.equal(whole)
  })
})
