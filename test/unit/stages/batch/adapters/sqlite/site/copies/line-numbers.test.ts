import { DatabaseSync } from 'node:sqlite'
import { expect } from 'chai'
import { segmentsTable } from '#stages/batch/adapters/sqlite/shard/segments-table.ts'
import { makeShardTables } from '#stages/batch/adapters/sqlite/shard/shard-schema.ts'
import { lineNumbers } from '#stages/batch/adapters/sqlite/site/copies/line-numbers.ts'

describe('numbers of a shard’s lines in their batch', () => {
  it('are those of its segments, and null without one', () => {
    const db = new DatabaseSync(':memory:')
    makeShardTables(db)
    const { insert } = segmentsTable(db)
    // Lines 1 and 2 of shard 0, line 1 of shard 1, lines 3 to 5 of shard 0 (of which the object has 2 as well).
    insert(1, { object: 'a', skip: 0, first: 1, count: 2, shard: 0, line: 1 })
    insert(1, { object: 'b', skip: 0, first: 3, count: 1, shard: 1, line: 1 })
    insert(1, { object: 'c', skip: 1, first: 4, count: 3, shard: 0, line: 3 })
    const numbersOf = (shard: number, lines: readonly number[]) => lines.map(lineNumbers(db, shard))
    expect(numbersOf(0, [1, 2, 3, 4, 5, 6])).to.deep.equal([1, 2, 4, 5, 6, null])
    expect(numbersOf(0, [2, 5])).to.deep.equal([2, 6])
    expect(numbersOf(1, [1, 2])).to.deep.equal([3, null])
    expect(numbersOf(2, [1])).to.deep.equal([null])
  })
})
