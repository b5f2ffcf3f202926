import { expect } from 'chai'
import { listBatches, readStatus } from '#stages/batch/shards/frontier/questions.ts'
import { homeOf } from '#stages/batch/shards/placement.ts'
import type { Shards } from '#stages/batch/shards/shards.ts'

/** Shards that give these answers. */
function shardsWith(answers: (shard: number, question: string, given: readonly unknown[]) => unknown) {
  const ask = async (shard: number, question: string, ...given: unknown[]) => answers(shard, question, given)
  return { count: 4, ask } as unknown as Pick<Shards, 'count' | 'ask'>
}

describe('readStatus', () => {
  it('has the hosts of all shards with items, those with one name together', async () => {
    const rests = '2030-01-01T00:00:00.000Z'
    const queue = (host: string, waiting: number, restsUntil: string | null = null) => ({
      host,
      waiting,
      running: 1,
      restsUntil,
    })
    const counts = { accepted: 10, waiting: 5, running: 2, done: 2, failed: 1 }
    const parts: Record<number, unknown> = {
      1: { hosts: [queue('b', 4), queue('a', 2)], counts },
      3: { hosts: [queue('a', 2, rests), queue('c', 1)], counts: { ...counts, done: 1, failed: 2 } },
    }
    const shards = shardsWith((shard, question) => {
      if (question === 'hosts') return parts[shard]
      expect(shard).to.equal(homeOf('x', 4))
      const old = { accepted: 20, rejected: 7, waiting: 19, running: 1, done: 0, failed: 0 }
      return question === 'status' ? { id: 'x', finishedAt: null, counts: old } : [1, 3]
    })
    expect(await readStatus(shards, 'x', 2)).to.deep.equal({
      id: 'x',
      finishedAt: null,
      counts: { accepted: 20, rejected: 7, waiting: 10, running: 4, done: 3, failed: 3 },
      hosts: [
        { host: 'a', waiting: 4, running: 2, restsUntil: rests },
        { host: 'b', waiting: 4, running: 1, restsUntil: null },
      ],
    })
  })

  it('has no hosts once the batch has ended: shards may not know it yet', async () => {
    const ended = { id: 'x', finishedAt: 5, counts: {} }
    const shards = shardsWith((_, question) => (question === 'status' ? ended : expect.fail(question)))
    expect(await readStatus(shards, 'x', 2)).to.deep.equal({ ...ended, hosts: [] })
  })
})

describe('listBatches', () => {
  it('has the newest of all shards, and the place of the last one as the cursor', async () => {
    const places: Record<number, number[]> = { 0: [9, 4], 1: [8, 7, 1], 2: [], 3: [6] }
    const shards = shardsWith((shard, _, [listing]) => {
      const { after, limit } = listing as { after: number | null; limit: number }
      const found = (places[shard] ?? []).filter((place) => place < (after ?? 100)).slice(0, limit)
      return found.map((place) => ({ place, summary: place }))
    })
    const listing = { owner: 'o', state: null, limit: 3 }
    expect(await listBatches(shards, { ...listing, after: null })).to.deep.equal({
      batches: [9, 8, 7],
      next: 7,
    })
    expect(await listBatches(shards, { ...listing, after: 7 })).to.deep.equal({
      batches: [6, 4, 1],
      next: null,
    })
  })
})
