import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { isUnavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('openDatabase', () => {
  let folder: string
  let path: string
  let database: Database

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-sqlite-'))
    path = join(folder, 'made', 'on', 'the', 'way', 'pageprobe.db')
    database = openDatabase(path)
    database.db.exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY)')
  })
  afterEach(async () => {
    if (database.db.isOpen) database.close()
    await rm(folder, { recursive: true })
  })

  function insert(n: number): number {
    return Number(database.db.prepare('INSERT INTO numbers VALUES (?)').run(n).changes)
  }

  /** As another process sees the file: committed rows only. */
  function stored(): number[] {
    const other = new DatabaseSync(path, { readOnly: true })
    const rows = other.prepare('SELECT n FROM numbers ORDER BY n').all()
    other.close()
    return rows.map((row) => Number(row.n))
  }

  it('resolves each write with its own value once it is committed', async () => {
    const values = await Promise.all([
      database.write(() => insert(1)),
      database.write(() => 'two'),
      database.write(() => insert(3)),
    ])
    expect(values).to.deep.equal([1, 'two', 1])
    expect(stored()).to.deep.equal([1, 3])
  })

  it('commits the writes of one turn together, in their order', async () => {
    const seen: number[][] = []
    await Promise.all(
      [1, 2, 3].map((n) =>
        database.write(() => {
          insert(n)
          seen.push(stored())
        }),
      ),
    )
    expect(seen).to.deep.equal([[], [], []])
    expect(stored()).to.deep.equal([1, 2, 3])
  })

  it('rejects a write that throws with its own error, and stores the others of its turn', async () => {
    const mistake = new TypeError('a mistake')
    const before = database.write(() => insert(1))
    const wrong = rejectionOf(
      database.write(() => {
        insert(2)
        throw mistake
      }),
    )
    const twice = rejectionOf(
      database.write(() => {
        insert(3)
        insert(3)
      }),
    )
    const after = database.write(() => insert(4))
    expect([await before, await after]).to.deep.equal([1, 1])
    expect(await wrong).to.equal(mistake)
    expect(isUnavailable(await twice)).to.equal(false)
    expect(stored()).to.deep.equal([1, 4])
  })

  it('stores no write of a turn in which the operating system fails, and accepts the next turn', async () => {
    const good = rejectionOf(database.write(() => insert(1)))
    const bad = rejectionOf(database.write(() => readFileSync(join(folder, 'none'))))
    expect(isUnavailable(await good)).to.equal(true)
    expect(isUnavailable(await bad)).to.equal(true)
    expect(stored()).to.deep.equal([])
    await database.write(() => insert(1))
    expect(stored()).to.deep.equal([1])
  })

  it('is unavailable while another process locks the file, and works afterwards', async () => {
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    expect(isUnavailable(await rejectionOf(database.write(() => insert(1))))).to.equal(true)
    other.exec('COMMIT')
    other.close()
    await database.write(() => insert(2))
    expect(stored()).to.deep.equal([2])
  })

  it('is unavailable when the disk is full, and keeps its data', async () => {
    await database.write(() => insert(1))
    database.db.exec('CREATE TABLE texts (t TEXT); PRAGMA max_page_count = 20')
    const fill = () => database.db.prepare('INSERT INTO texts VALUES (?)').run('x'.repeat(1024 * 1024))
    expect(isUnavailable(await rejectionOf(database.write(fill)))).to.equal(true)
    expect(stored()).to.deep.equal([1])
  })

  it('commits pending writes when it is closed', async () => {
    const written = database.write(() => insert(1))
    database.close()
    expect(await written).to.equal(1)
    expect(stored()).to.deep.equal([1])
  })

  it('rejects writes after it was closed', async () => {
    database.close()
    expect(isUnavailable(await rejectionOf(database.write(() => insert(1))))).to.equal(true)
  })
})
