import { expect } from 'chai'
import type { Dispatch } from '#stages/batch/frontier/frontier.ts'
import type { OwnedShard } from '#stages/batch/shards/frontier/fair-dispatch.ts'
import { makeInFlight } from '#stages/batch/shards/frontier/in-flight.ts'

const idOf = (one: Dispatch) => ('item' in one ? `${one.item.batch}.${one.item.seq}` : one.id)

/** A shard with these requests in flight. */
function shardWith(shard: number, ids: readonly string[]): OwnedShard {
  const inFlight = (after: string | null, limit: number) =>
    ids.slice(after === null ? 0 : ids.indexOf(after) + 1).slice(0, limit)
  return {
    store: {
      shard,
      inFlight: (after: string | null, limit: number) => inFlight(after, limit).map((id) => ({ id })),
    },
  } as unknown as OwnedShard
}

describe('makeInFlight', () => {
  for (const limit of [1, 2, 3, 100])
    it(`has all of all shards once, in pages of ${limit}`, async () => {
      const owned = [
        shardWith(2, ['r5']),
        shardWith(0, ['r1', 'r2', 'a.4']),
        shardWith(1, []),
        shardWith(3, ['r6']),
      ]
      const inFlight = makeInFlight(() => owned, 4)
      const found: string[] = []
      for (let page = await inFlight(null, limit); page.length > 0; ) {
        expect(page.length).to.be.at.most(limit)
        found.push(...page.map(idOf))
        page = await inFlight(found.at(-1) as string, limit)
      }
      expect(found).to.deep.equal(['r1', 'r2', 'a.4', 'r5', 'r6'])
    })
})
