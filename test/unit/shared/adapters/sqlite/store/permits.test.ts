import { mock } from 'node:test'
import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { entriesTable } from '#shared/adapters/sqlite/store/entries-table.ts'
import { sqlitePermits } from '#shared/adapters/sqlite/store/permits.ts'
import type { Permits } from '#shared/ports/result-store.ts'

describe('sqlitePermits', () => {
  let database: Database
  let permits: Permits
  beforeEach(() => {
    mock.timers.enable({ apis: ['Date'], now: 1_000_000 })
    database = openDatabase(':memory:')
    permits = sqlitePermits(database, entriesTable(database.db))
  })
  afterEach(() => {
    mock.timers.reset()
    database.close()
  })
  const acquire = (holder: string, ended: string[] = []) =>
    permits.acquirePermit('k', holder, { limit: 2, ttlMs: 100, ended })
  const rows = () => database.db.prepare('SELECT key, expires FROM store_entries').all()

  it('are given up to the limit; a holder renews its own', async () => {
    expect(await acquire('a')).to.deep.equal({ isMine: true, taken: 1 })
    expect(await acquire('b')).to.deep.equal({ isMine: true, taken: 2 })
    expect(await acquire('c')).to.deep.equal({ isMine: false, taken: 2 })
    mock.timers.tick(60)
    expect(await acquire('a')).to.deep.equal({ isMine: true, taken: 2 })
    mock.timers.tick(40)
    expect(await acquire('c'), 'b has expired').to.deep.equal({ isMine: true, taken: 2 })
  })

  it('are free at once, and returned ones of others are ignored', async () => {
    await acquire('a')
    await acquire('b')
    await permits.releasePermits('k', ['unknown'])
    expect((await acquire('c')).isMine).to.equal(false)
    expect((await acquire('c', ['a'])).isMine).to.equal(true)
  })

  it('take one row, which is gone or expires with the last permit', async () => {
    await acquire('a')
    mock.timers.tick(5)
    await acquire('b')
    expect(rows().map((row) => ({ ...row }))).to.deep.equal([{ key: 'k', expires: 1_000_105 }])
    await permits.releasePermits('k', ['a', 'b'])
    expect(rows()).to.deep.equal([])
  })
})
