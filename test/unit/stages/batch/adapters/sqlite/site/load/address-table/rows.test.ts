import { DatabaseSync } from 'node:sqlite'
import { expect } from 'chai'
import { rowsOf } from '#stages/batch/adapters/sqlite/site/load/address-table.ts'

describe('rows of a batch', () => {
  it('come as lists of their columns, one after the other', () => {
    const db = new DatabaseSync(':memory:')
    db.exec(
      `CREATE TABLE t (batch INTEGER, a INTEGER, b TEXT); INSERT INTO t VALUES (1, 2, 'x'), (2, 3, 'y'), (1, 4, 'z')`,
    )
    const rows = [
      ...rowsOf<readonly [number, string]>(db, 'SELECT a, b FROM t WHERE batch = ? ORDER BY a', 1),
    ]
    expect(rows.map(([a, b]) => [a, b])).to.deep.equal([
      [2, 'x'],
      [4, 'z'],
    ])
  })
})
