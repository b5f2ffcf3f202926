import { expect } from 'chai'
import { shardTablesOfEachTest } from './shard-store-fixture.ts'

describe('segmentsTable', () => {
  const shard = shardTablesOfEachTest()
  /** Home 1 has the lines 1 to 7 in three segments, home 2 the line 1. */
  const [a, b, c] = [
    { object: 'a', skip: 0, first: 1, count: 3 },
    { object: 'b', skip: 2, first: 4, count: 2 },
    { object: 'c', skip: 0, first: 6, count: 2 },
  ] as const
  const from = { shard: 0, line: 1 }
  beforeEach(() => {
    for (const segment of [b, a, c]) shard.tables.segments.insert(1, { ...segment, ...from })
    shard.tables.segments.insert(2, { object: 'other', skip: 0, first: 1, count: 1, ...from })
  })

  for (const [after, limit, found] of [
    [0, 10, [a, b, c]],
    [2, 10, [a, b, c]],
    [3, 10, [b, c]],
    [4, 10, [b, c]],
    [5, 10, [c]],
    [7, 10, []],
    [99, 10, []],
    [0, 2, [a, b]],
    [4, 1, [b]],
  ] as const)
    it(`has ${found.map(({ object }) => object).join(' and ') || 'none'} after line ${after}, up to ${limit}`, () => {
      expect(shard.tables.segments.after(1, after, limit)).to.deep.equal(found)
    })

  it('names an object as useless once, unless it has lines of the batch', () => {
    const { segments } = shard.tables
    for (const object of ['late', 'a', 'late']) segments.discard(1, object)
    expect(segments.useless(10)).to.deep.equal(['late'])
    segments.forget('late')
    expect(segments.useless(10)).to.deep.equal([])
  })

  it('names the objects of a removed batch as useless, until each is forgotten', () => {
    const { segments } = shard.tables
    segments.remove(1)
    expect(segments.after(1, 0, 10)).to.deep.equal([])
    expect(segments.after(2, 0, 10)).to.have.length(1)
    expect(segments.useless(2)).to.have.length(2)
    segments.forget('b')
    expect(segments.useless(10)).to.have.members(['a', 'c'])
  })
})
