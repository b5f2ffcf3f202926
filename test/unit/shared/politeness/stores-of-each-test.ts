import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import type { HostResponse } from '#shared/politeness/host-rate-limiter.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'

/** A response after which a host has its usual cooldown. */
export const fine: HostResponse = {
  responseMs: 1,
  status: 200,
  retryAfterMs: null,
  crawlDelayMs: null,
  isFailed: false,
}

/** For each test of the enclosing `describe`: makes stores as processes have them, which share a database and nothing else. */
export function storesOfEachTest(): () => ResultStore {
  let database: Database
  let stores: ResultStore[]
  beforeEach(() => {
    database = openDatabase(':memory:')
    stores = []
  })
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()))
    database.close()
  })
  return () => {
    const store = sqliteResultStore({ database })
    stores.push(store)
    return store
  }
}
