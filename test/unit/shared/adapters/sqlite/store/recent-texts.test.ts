import { mock } from 'node:test'
import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { entriesTable } from '#shared/adapters/sqlite/store/entries-table.ts'
import { sqliteRecentTexts } from '#shared/adapters/sqlite/store/recent-texts.ts'
import type { RecentTexts } from '#shared/ports/result-store.ts'

const NOW = 1_767_225_600_000
const bounds = { keep: 2, ttlSeconds: 60 }

describe('sqliteRecentTexts', () => {
  let database: Database
  let lists: RecentTexts
  beforeEach(() => {
    mock.timers.enable({ apis: ['Date'], now: NOW })
    database = openDatabase(':memory:')
    lists = sqliteRecentTexts(database, entriesTable(database.db))
  })
  afterEach(() => {
    mock.timers.reset()
    database.close()
  })
  const rows = () => database.db.prepare('SELECT key, value, expires FROM store_entries ORDER BY key').all()

  it('take one row for each text that is kept, with its own expiry', async () => {
    await lists.addRecent('l', 'a', bounds)
    mock.timers.tick(1000)
    await lists.addRecent('l', 'b', bounds)
    await lists.addRecent('l', 'c', bounds)
    expect(rows().map((row) => ({ ...row }))).to.deep.equal([
      { key: 'l\x001767225600000002', value: '1767225601000 b', expires: NOW + 61_000 },
      { key: 'l\x001767225600000003', value: '1767225601000 c', expires: NOW + 61_000 },
    ])
  })

  it('are read without those that have expired', async () => {
    await lists.addRecent('l', 'a', bounds)
    mock.timers.tick(30_000)
    await lists.addRecent('l', 'b', bounds)
    mock.timers.tick(30_000)
    expect(await lists.recent('l', null, 5)).to.deep.equal([
      { position: 1_767_225_600_000_002, at: NOW + 30_000, text: 'b' },
    ])
  })
})
