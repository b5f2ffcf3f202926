import { asUnavailable } from '#shared/errors.ts'
import type { KeyValues, ResultStore } from '#shared/ports/result-store.ts'
import type { AdapterLog } from '../../../log.ts'
import type { Database } from '../database.ts'
import { type Entries, entriesTable, sweepExpired } from './entries-table.ts'
import { sqliteGroups } from './groups.ts'
import { inProcessWakeups } from './in-process-wakeups.ts'
import { sqliteLeases } from './leases.ts'
import { sqliteNotices } from './notices.ts'
import { sqlitePermits } from './permits.ts'
import { sqliteRecentTexts } from './recent-texts.ts'

export interface SqliteResultStoreOptions {
  /** Owned by the caller: closing the store leaves it open. */
  readonly database: Database
  readonly log?: AdapterLog
}

/**
 * The embedded ResultStore: one table of one SQLite file. Other processes that open the file see every write
 * at once. Wake-ups reach only the stores of this process that share the `Database`.
 */
export function sqliteResultStore({ database, log }: SqliteResultStoreOptions): ResultStore {
  const entries = entriesTable(database.db)
  const stopSweeping = sweepExpired(database, entries, log)
  const wakeups = inProcessWakeups(database)
  return {
    ...keyValues(database, entries),
    ...sqliteNotices(database, entries),
    ...sqliteRecentTexts(database, entries),
    ...sqliteLeases(database),
    ...sqlitePermits(database, entries),
    ...wakeups,
    now: async () => Date.now(),
    async ping() {
      await read(() => entries.get('ping:'))
    },
    async close() {
      stopSweeping()
    },
  }
}

const read = <T>(query: () => T) => asUnavailable('embedded store', query)

/** Separates the key of a set from its member: each member is one entry. */
const MEMBER = '\0'

function membersOf(entries: Entries, key: string): string[] {
  return entries.startingWith(key + MEMBER).map(([name]) => name.slice(key.length + MEMBER.length))
}

function keyValues(database: Database, entries: Entries): KeyValues {
  return {
    ...sqliteGroups(database, entries),
    get: (key) => read(() => entries.get(key)),
    getMany: (keys) => read(() => keys.map((key) => entries.get(key))),
    entries: (prefix) => read(() => entries.startingWith(prefix)),
    async addMember(key, member) {
      await database.write(() => entries.set(key + MEMBER + member, '', null))
    },
    members: (key) => read(() => membersOf(entries, key)),
    async set(key, value, ttlSeconds) {
      const expires = entries.expiry(ttlSeconds)
      await database.write(() => entries.set(key, value, expires))
    },
    async claim(key, value, ttlSeconds) {
      const expires = entries.expiry(ttlSeconds)
      return database.write(() => entries.claim(key, value, expires))
    },
    async compareAndSet(key, expected, value, ttlSeconds) {
      const expires = entries.expiry(ttlSeconds)
      return database.write(() => entries.compareAndSet(key, expected, value, expires))
    },
    async increment(key, by, ttlSeconds) {
      const expires = entries.expiry(ttlSeconds)
      const amount = BigInt(by)
      return database.write(() => entries.increment(key, amount, expires))
    },
    async delete(key) {
      await database.write(() => entries.delete(key))
    },
    compareAndDelete: (key, ...expected) =>
      database.write(() => expected.some((one) => entries.compareAndDelete(key, one))),
  }
}
