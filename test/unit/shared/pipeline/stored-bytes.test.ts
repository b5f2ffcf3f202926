import { expect } from 'chai'
import { sqliteResultStore } from '#shared/adapters/result-store-sqlite.ts'
import { type Database, openDatabase } from '#shared/adapters/sqlite.ts'
import { unavailable } from '#shared/errors.ts'
import { assertMayStore, countStoredBytes, limitStoredBytes } from '#shared/pipeline/stored-bytes.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const noon = Date.parse('2026-01-02T12:00:00Z')
const midnight = Date.parse('2026-01-03T00:00:00Z')

describe('stored bytes of an owner', () => {
  let database: Database
  let store: ResultStore
  beforeEach(() => {
    database = openDatabase(':memory:')
    store = sqliteResultStore({ database })
  })
  afterEach(async () => {
    await store.close()
    database.close()
  })

  it('may be as many as its limit, all inspections of the day together', async () => {
    await limitStoredBytes(store, 'a', 100)
    await countStoredBytes(store, 'a', 60, noon)
    await assertMayStore(store, 'a', noon)
    await countStoredBytes(store, 'a', 60, noon)
    expect(await rejectionOf(assertMayStore(store, 'a', noon))).to.deep.include({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { limit: 100, remaining: 0, reset: midnight / 1000, reset_after: 12 * 3600 },
    })
    await assertMayStore(store, 'a', midnight)
    await assertMayStore(store, 'b', noon)
  })

  it('may be any number without a limit, and where nobody is named', async () => {
    await limitStoredBytes(store, 'a', 0)
    await limitStoredBytes(store, 'a', null)
    await countStoredBytes(store, 'a', 1e12, noon)
    await countStoredBytes(store, undefined, 1e12, noon)
    await assertMayStore(store, 'a', noon)
    await assertMayStore(store, undefined, noon)
  })

  it('may be any number while the store is away', async () => {
    await assertMayStore({ getMany: () => Promise.reject(unavailable('store')) }, 'a', noon)
  })

  it('may be none', async () => {
    await limitStoredBytes(store, 'a', 0)
    expect(await rejectionOf(assertMayStore(store, 'a', noon))).to.have.property(
      'code',
      'RATE_LIMIT_EXCEEDED',
    )
  })
})
