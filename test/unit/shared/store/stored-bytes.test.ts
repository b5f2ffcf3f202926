import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { unavailable } from '#shared/errors.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { countStoredBytes, limitStoredBytes, makeStoredBytesGuard } from '#shared/store/stored-bytes.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const noon = Date.parse('2026-01-02T12:00:00Z')
const midnight = Date.parse('2026-01-03T00:00:00Z')

describe('stored bytes of an owner', () => {
  let database: Database
  let store: ResultStore
  let time: number
  let assertMayStore: ReturnType<typeof makeStoredBytesGuard>
  beforeEach(() => {
    database = openDatabase(':memory:')
    store = sqliteResultStore({ database })
    time = 1
    assertMayStore = makeStoredBytesGuard(store, () => time)
  })
  afterEach(async () => {
    await store.close()
    database.close()
  })

  it('are limited over all inspections of the day', async () => {
    await limitStoredBytes(store, 'a', 100)
    await countStoredBytes(store, 'a', 60, noon)
    await assertMayStore('a', noon)
    await countStoredBytes(store, 'a', 60, noon)
    expect(await rejectionOf(assertMayStore('a', noon))).to.deep.include({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { limit: 100, remaining: 0, reset: midnight / 1000, reset_after: 12 * 3600 },
    })
    await assertMayStore('a', midnight)
    await assertMayStore('b', noon)
  })

  it('are unlimited without a limit or a tenant', async () => {
    await limitStoredBytes(store, 'a', 0)
    await limitStoredBytes(store, 'a', null)
    await countStoredBytes(store, 'a', 1e12, noon)
    await countStoredBytes(store, undefined, 1e12, noon)
    await assertMayStore('a', noon)
    await assertMayStore(undefined, noon)
  })

  it('are read from the store once in 5 s without a limit, and each time with one', async () => {
    let asked = 0
    const getMany: ResultStore['getMany'] = (keys) => {
      asked++
      return store.getMany(keys)
    }
    const assert = makeStoredBytesGuard({ getMany }, () => time)
    await assert('a', noon)
    await limitStoredBytes(store, 'a', 0)
    time += 4999
    await assert('a', noon)
    expect(asked).to.equal(1)
    time += 2
    for (const _ of [1, 2])
      expect(await rejectionOf(assert('a', noon))).to.have.property('code', 'RATE_LIMIT_EXCEEDED')
    expect(asked).to.equal(3)
  })

  it('are unlimited while the store is unavailable', async () => {
    await makeStoredBytesGuard({ getMany: () => Promise.reject(unavailable('store')) })('a', noon)
  })

  it('may be limited to 0', async () => {
    await limitStoredBytes(store, 'a', 0)
    expect(await rejectionOf(assertMayStore('a', noon))).to.have.property('code', 'RATE_LIMIT_EXCEEDED')
  })
})
