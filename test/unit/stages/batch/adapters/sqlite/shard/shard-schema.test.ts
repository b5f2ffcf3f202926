import { expect } from 'chai'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { makeShardTables } from '#stages/batch/adapters/sqlite/shard/shard-schema.ts'

describe('makeShardTables', () => {
  const database = openDatabase(':memory:')
  after(() => database.close())

  it('makes the tables that are missing, and leaves the rows of others', () => {
    const { db } = database
    makeShardTables(db)
    db.exec(`INSERT INTO inputs (name, next) VALUES ('intake', 7); DROP TABLE removed_parts`)
    makeShardTables(db)
    expect(db.prepare('SELECT next FROM inputs').all()).to.have.length(1)
    expect(db.prepare('SELECT * FROM removed_parts').all()).to.deep.equal([])
  })

  it('has one batch of an id, and one part of a shard', () => {
    const { db } = database
    makeShardTables(db)
    const insert = `INSERT INTO homes (id, place, request, state, created_at, kept_at) VALUES ('a', ?, '{}', 'begun', 1, 1)`
    db.prepare(insert).run(1)
    expect(() => db.prepare(insert).run(2)).to.throw('UNIQUE')
    db.exec('INSERT INTO home_parts (home, shard) VALUES (1, 0), (1, 1)')
    expect(() => db.exec('INSERT INTO home_parts (home, shard) VALUES (1, 1)')).to.throw('UNIQUE')
  })
})
