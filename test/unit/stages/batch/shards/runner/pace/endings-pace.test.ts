import { expect } from 'chai'
import { makeEndingsPace } from '#stages/batch/shards/runner/pace/endings-pace.ts'

describe('makeEndingsPace', () => {
  /** The interval after so many shards have appended at the same time. */
  function intervalOf(shards: number): number {
    const pace = makeEndingsPace()
    for (let shard = 0; shard < shards; shard++) pace.appended(shard, 0)
    return pace.intervalMs(0)
  }

  it('is ten times a second for few shards, and twice a second for many', () => {
    expect([0, 1, 6].map(intervalOf)).to.deep.equal([100, 100, 100])
    expect([7, 13, 21, 64, 1000].map(intervalOf)).to.deep.equal([200, 300, 400, 500, 500])
  })

  it('counts a shard once, and no more when it has appended nothing for a second', () => {
    const pace = makeEndingsPace()
    for (let at = 0; at < 100; at++) pace.appended(0, at)
    expect(pace.intervalMs(100)).to.equal(100)
    for (let shard = 0; shard < 64; shard++) pace.appended(shard, 200)
    for (let shard = 0; shard < 7; shard++) pace.appended(shard, 1100)
    expect(pace.intervalMs(1199)).to.equal(500)
    expect(pace.intervalMs(1200)).to.equal(200)
  })
})
