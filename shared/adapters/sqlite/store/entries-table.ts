import type { DatabaseSync } from 'node:sqlite'
import { checkedTtl } from '../../common/checked-times.ts'

/**
 * Expiring key-value rows. `expires` is in milliseconds since the epoch, null = never. What has expired is never seen:
 * each statement asks for the time itself. Strings are kept as UTF-8: a lone surrogate comes back as U+FFFD.
 */
export interface Entries {
  /** When something written now expires; a RangeError for a TTL that isn't one. */
  expiry(ttlSeconds: number | null): number | null
  get(key: string): string | null
  startingWith(prefix: string): [key: string, value: string][]
  set(key: string, value: string, expires: number | null): void
  claim(key: string, value: string, expires: number | null): string
  /** `by` as bigint, since a number would be stored as a floating point one. */
  increment(key: string, by: bigint, expires: number | null): number
  delete(key: string): void
  /** Removes up to `limit` expired rows, answers how many it removed. */
  removeExpired(limit: number): number
}

const TABLE = `
  CREATE TABLE IF NOT EXISTS store_entries (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER);
  CREATE INDEX IF NOT EXISTS store_entries_expires ON store_entries (expires) WHERE expires IS NOT NULL;
`
const LIVE = '(expires IS NULL OR expires > :now)'
const INSERT = 'INSERT INTO store_entries (key, value, expires) VALUES (:key, :value, :expires)'

/** Every key that starts with the prefix sorts from it on and before the prefix with the last code point behind it. */
const STARTING_WITH = `SELECT key, value FROM store_entries
  WHERE key >= :prefix AND key < :prefix || char(0x10FFFF) AND ${LIVE} ORDER BY key`

const INCREMENT = `${INSERT} ON CONFLICT (key) DO UPDATE SET
  value = CASE WHEN ${LIVE} THEN CAST(value AS INTEGER) + :value ELSE :value END,
  expires = CASE WHEN ${LIVE} THEN expires ELSE excluded.expires END
  RETURNING value`

const REMOVE_EXPIRED = `DELETE FROM store_entries WHERE key IN
  (SELECT key FROM store_entries WHERE expires <= :now ORDER BY expires LIMIT :limit)`

/** Makes the table when it is missing, and prepares all that is asked of it. */
export function entriesTable(db: DatabaseSync): Entries {
  db.exec(TABLE)
  const get = db.prepare(`SELECT value FROM store_entries WHERE key = :key AND ${LIVE}`)
  const startingWith = db.prepare(STARTING_WITH)
  const set = db.prepare(`${INSERT} ON CONFLICT (key) DO UPDATE SET value = :value, expires = :expires`)
  const claim = db.prepare(
    `${INSERT} ON CONFLICT (key) DO UPDATE SET value = :value, expires = :expires WHERE NOT ${LIVE}`,
  )
  const increment = db.prepare(INCREMENT)
  const remove = db.prepare('DELETE FROM store_entries WHERE key = :key')
  const removeExpired = db.prepare(REMOVE_EXPIRED)

  const liveValue = (key: string) => get.get({ key, now: Date.now() })?.value as string | undefined

  return {
    expiry: (ttlSeconds) => (ttlSeconds === null ? null : Date.now() + checkedTtl(ttlSeconds) * 1000),
    get: (key) => liveValue(key) ?? null,
    startingWith(prefix) {
      const rows = startingWith.all({ prefix, now: Date.now() })
      return rows.map((row) => [row.key as string, row.value as string])
    },
    set: (key, value, expires) => void set.run({ key, value, expires }),
    claim(key, value, expires) {
      claim.run({ key, value, expires, now: Date.now() })
      return liveValue(key) ?? value
    },
    increment: (key, by, expires) =>
      Number(increment.get({ key, value: by, expires, now: Date.now() })?.value),
    delete: (key) => void remove.run({ key }),
    removeExpired: (limit) => Number(removeExpired.run({ limit, now: Date.now() }).changes),
  }
}
