import { expect } from 'chai'
import type { Dispatch } from '#stages/batch/frontier/frontier.ts'
import { makeFairDispatch, type OwnedShard } from '#stages/batch/shards/frontier/fair-dispatch.ts'

/** A shard with so many items of each batch. */
function shardWith(shard: number, waiting: Record<string, number>, expired = 0): OwnedShard {
  let [inFlight, due] = [0, expired]
  const named = (batch: string, lease: number) => ({ id: `${batch}.${shard}`, lease }) as unknown as Dispatch
  return {
    store: {
      shard,
      countInFlight: () => inFlight,
      mayHaveExpired: () => due > 0,
      dispatchable: () => Object.keys(waiting).filter((batch) => (waiting[batch] ?? 0) > 0),
      inFlight: () => [],
      takeUnusedQuotas: async () => [],
      openBatches: () => [],
    },
    async dispatchExpired(limit) {
      const count = Math.min(limit, due)
      due -= count
      return Array.from({ length: count }, () => named('old', 2))
    },
    async dispatchOf(batch, limit) {
      const count = Math.min(limit, waiting[batch] ?? 0)
      waiting[batch] = (waiting[batch] ?? 0) - count
      inFlight += count
      return Array.from({ length: count }, () => named(batch, 1))
    },
  }
}

const batchesOf = (found: readonly Dispatch[]) =>
  found.map((one) => ('id' in one ? one.id.split('.')[0] : ''))
const count = (found: readonly Dispatch[], batch: string) =>
  batchesOf(found).filter((id) => id === batch).length

describe('makeFairDispatch', () => {
  it('asks no shard that was closed while expired items were dispatched', async () => {
    const closed = shardWith(1, { a: 5 })
    let owned: OwnedShard[] = []
    const left: OwnedShard = {
      ...shardWith(0, { a: 5 }, 1),
      async dispatchExpired() {
        owned = [left]
        closed.store.countInFlight = () => {
          throw new Error('the file is closed')
        }
        return []
      },
    }
    owned = [left, closed]
    const found = await makeFairDispatch(() => owned, 1000, 2)(10)
    expect(found.map((one) => ('id' in one ? one.id : ''))).to.deep.equal(Array(5).fill('a.0'))
  })

  it('gives batches the same share, however many shards have their items', async () => {
    const shards = [0, 1, 2, 3].map((shard) =>
      shardWith(shard, { large: 50, ...(shard === 2 && { small: 50 }) }),
    )
    const found = await makeFairDispatch(() => shards, 1000, 4)(40)
    expect([count(found, 'large'), count(found, 'small')]).to.deep.equal([20, 20])
  })

  it('takes ten items of a shard together, and the shards of a batch in turn', async () => {
    const shards = [0, 1, 2, 3].map((shard) => shardWith(shard, { a: 500 }))
    const dispatch = makeFairDispatch(() => shards, 1000, 4)
    const taken: string[] = []
    for (let n = 0; n < 4; n++) {
      const places = (await dispatch(20)).map((one) => ('id' in one ? one.id : ''))
      const byShard = Map.groupBy(places, (id) => id)
      expect([...byShard.values()].map(({ length }) => length)).to.deep.equal([10, 10])
      taken.push(...byShard.keys())
    }
    expect([...new Set(taken)].sort()).to.deep.equal(['a.0', 'a.1', 'a.2', 'a.3'])
  })

  it('gives what one batch leaves to the others, up to the limit and the window', async () => {
    const shards = [shardWith(0, { a: 100, b: 3 }), shardWith(1, { a: 100 })]
    const dispatch = makeFairDispatch(() => shards, 25, 2)
    const found = await dispatch(20)
    expect([count(found, 'a'), count(found, 'b')]).to.deep.equal([17, 3])
    expect(await dispatch(20)).to.have.length(5)
    expect(await dispatch(20)).to.deep.equal([])
  })

  it('takes no more than the share of its shards, rounded up', async () => {
    const shards = [shardWith(0, { a: 100 })]
    expect(await makeFairDispatch(() => shards, 25, 3)(100)).to.have.length(9)
  })

  it('goes on with the next batch, and takes expired leases first, also beyond the window', async () => {
    const shards = [shardWith(0, { a: 9, b: 9 }), shardWith(1, { c: 9 }, 2)]
    const dispatch = makeFairDispatch(() => shards, 4, 2)
    const found: unknown[] = []
    for (let n = 0; n < 6; n++) found.push(...batchesOf(await dispatch(1)))
    expect(found).to.deep.equal(['old', 'old', 'a', 'b', 'c', 'a'])
  })
})
