import type { Leases } from '#shared/ports/result-store.ts'
import { checkedMs } from '../../common/checked-arguments.ts'
import type { Database } from '../database.ts'

/** A lease is an expiring entry. Its value is the holder, or empty while the lease cools down. */
const LIVE = 'expires > :now'
const LEASE = `INSERT INTO store_entries (key, value, expires) VALUES (:key, :holder, :now + :ms)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires = excluded.expires
  WHERE NOT (${LIVE}) OR value = excluded.value`
const REMAINING = 'SELECT value, expires - :now AS restMs FROM store_entries WHERE key = :key'
const REST = `UPDATE store_entries SET value = '', expires = :now + :ms
  WHERE key = :key AND value = :holder AND ${LIVE}`

/** Leases in the table of entries, which must exist. Each method is one write. */
export function sqliteLeases(database: Database): Leases {
  const lease = database.db.prepare(LEASE)
  const remaining = database.db.prepare(REMAINING)
  const rest = database.db.prepare(REST)
  return {
    async acquireLease(key, holder, ttlMs) {
      const ms = checkedMs(ttlMs, 1)
      return database.write(() => {
        const now = Date.now()
        if (lease.run({ key, holder, now, ms }).changes > 0) return 'mine'
        const { value, restMs } = remaining.get({ key, now }) as { value: string; restMs: number }
        return value === '' ? { restMs } : 'held'
      })
    },
    async releaseLease(key, holder, restMs) {
      // The clock counts whole milliseconds: the current one has partly passed and does not count.
      const ms = checkedMs(restMs, 0) === 0 ? 0 : restMs + 1
      return database.write(() => rest.run({ key, holder, now: Date.now(), ms }).changes > 0)
    },
  }
}
