import { mock } from 'node:test'
import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { entriesTable } from '#shared/adapters/sqlite/store/entries-table.ts'
import { sqliteNotices } from '#shared/adapters/sqlite/store/notices.ts'
import type { Notices } from '#shared/ports/result-store.ts'

const NOW = 1_767_225_600_000

describe('sqliteNotices', () => {
  let database: Database
  let boards: Notices
  beforeEach(() => {
    mock.timers.enable({ apis: ['Date'], now: NOW })
    database = openDatabase(':memory:')
    boards = sqliteNotices(database, entriesTable(database.db))
  })
  afterEach(() => {
    mock.timers.reset()
    database.close()
  })
  const rows = () => database.db.prepare('SELECT key, value, expires FROM store_entries ORDER BY key').all()

  it('take one row for each member, with its own expiry', async () => {
    await boards.postNotice('b', 'm', 'old', { ttlMs: 300, most: 2 })
    await boards.postNotice('b', 'n', 'y', { ttlMs: 500, most: 2 })
    await boards.postNotice('b', 'm', 'new', { ttlMs: 400, most: 2 })
    expect(rows().map((row) => ({ ...row }))).to.deep.equal([
      { key: 'b\x00m', value: 'new', expires: NOW + 400 },
      { key: 'b\x00n', value: 'y', expires: NOW + 500 },
    ])
    mock.timers.tick(400)
    expect(await boards.notices('b')).to.deep.equal([['n', 'y']])
  })

  it('leave no row when they are removed, or when the board is full', async () => {
    await boards.postNotice('b', 'm', 'x', { ttlMs: 300, most: 1 })
    expect(await boards.postNotice('b', 'n', 'y', { ttlMs: 300, most: 1 })).to.equal(false)
    await boards.removeNotice('b', 'm')
    expect(rows()).to.deep.equal([])
  })
})
