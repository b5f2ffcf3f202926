import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'chai'
import { intakePosition, intakePositionAt } from '#stages/batch/adapters/shard-files/shard-positions.ts'
import { makeShardTables } from '#stages/batch/adapters/sqlite/shard/shard-schema.ts'

describe('the position of the intake in a file', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-positions-'))
    path = join(folder, '0.db')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Writes a file, and returns what both functions find. */
  function positionsIn(write: (db: DatabaseSync) => void): (number | null)[] {
    const db = new DatabaseSync(path)
    write(db)
    const position = intakePosition(db)
    db.close()
    return [position, intakePositionAt(path)]
  }

  it('is 0 in a new file, without and with tables', () => {
    expect(positionsIn(() => undefined)).to.deep.equal([0, 0])
    expect(positionsIn(makeShardTables)).to.deep.equal([0, 0])
  })

  it('is that of the intake, not of the endings', () => {
    const found = positionsIn((db) => {
      makeShardTables(db)
      db.exec("INSERT INTO inputs VALUES ('ended', 900), ('intake', 70)")
    })
    expect(found).to.deep.equal([70, 70])
  })

  it('is null without a file, and makes none', () => {
    expect(intakePositionAt(path)).to.equal(null)
    expect(existsSync(path)).to.equal(false)
  })

  it('cannot be read in what is no database', () => {
    writeFileSync(path, 'not a database'.repeat(1000))
    expect(() => intakePositionAt(path)).to.throw(/not a database/)
  })
})
