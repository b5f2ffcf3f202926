import { expect } from 'chai'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { openShardTables } from '#stages/batch/adapters/sqlite/shard/shard-tables.ts'

describe('openShardTables', () => {
  const database = openDatabase(':memory:')
  after(() => database.close())
  const open = (shard: number, shards: number) => openShardTables(database.db, { shard, shards, perHost: 2 })

  it('numbers items so that the remainder tells their shard', () => {
    const numbersOf = (shard: number, shards: number) => {
      const { nextSeq } = open(shard, shards).items
      const first = nextSeq(0)
      return [first, nextSeq(first)]
    }
    expect(numbersOf(0, 1)).to.deep.equal([1, 2])
    expect(numbersOf(0, 4)).to.deep.equal([4, 8])
    expect(numbersOf(3, 4)).to.deep.equal([7, 11])
  })

  it('opens a file again as it was left', () => {
    open(3, 4).inputs.set('intake', 12)
    const { shard, inputs } = open(3, 4)
    expect([shard, inputs.positions()]).to.deep.equal([3, { intake: 12, ended: 0 }])
  })

  it('queues URLs by the names given', () => {
    const tables = openShardTables(database.db, { shard: 0, shards: 1, perHost: 2, queueOf: () => 'one' })
    expect(tables.items.queueOf('http://x.example/')).to.equal('one')
    expect(open(0, 1).items.queueOf('http://x.example/')).to.equal('x.example')
  })
})
