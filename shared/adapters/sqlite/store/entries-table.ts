import type { DatabaseSync } from 'node:sqlite'
import type { AdapterLog } from '../../../log.ts'
import { checkedTtl } from '../../common/checked-arguments.ts'
import type { Database } from '../database.ts'

const TABLE = `
  CREATE TABLE IF NOT EXISTS store_entries (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER);
  CREATE INDEX IF NOT EXISTS store_entries_expires ON store_entries (expires) WHERE expires IS NOT NULL;
`
const LIVE = '(expires IS NULL OR expires > :now)'
const INSERT = 'INSERT INTO store_entries (key, value, expires) VALUES (:key, :value, :expires)'

/** The keys with the prefix sort from the prefix on and before the prefix followed by the last code point. */
const STARTING_WITH = `SELECT key, value FROM store_entries
  WHERE key >= :prefix AND key < :prefix || char(0x10FFFF) AND ${LIVE} ORDER BY key`

const EXPECTED = `key = :key AND value = :expected AND ${LIVE}`

const INCREMENT = `${INSERT} ON CONFLICT (key) DO UPDATE SET
  value = CASE WHEN ${LIVE} THEN CAST(value AS INTEGER) + :value ELSE :value END,
  expires = CASE WHEN ${LIVE} THEN expires ELSE excluded.expires END
  RETURNING value`

const REMOVE_EXPIRED = `DELETE FROM store_entries WHERE key IN
  (SELECT key FROM store_entries WHERE expires <= :now ORDER BY expires LIMIT :limit)`

export type Entries = ReturnType<typeof entriesTable>

/**
 * Expiring key-value rows; creates the table if missing. `expires` is in milliseconds since the epoch, null =
 * never. Every statement compares it with the current time, so an expired row is never returned. Strings are
 * stored as UTF-8: a lone surrogate is read back as U+FFFD.
 */
export function entriesTable(db: DatabaseSync) {
  db.exec(TABLE)
  const get = db.prepare(`SELECT value FROM store_entries WHERE key = :key AND ${LIVE}`)
  const startingWith = db.prepare(STARTING_WITH)
  const set = db.prepare(`${INSERT} ON CONFLICT (key) DO UPDATE SET value = :value, expires = :expires`)
  const claim = db.prepare(
    `${INSERT} ON CONFLICT (key) DO UPDATE SET value = :value, expires = :expires WHERE NOT ${LIVE}`,
  )
  const compareAndSet = db.prepare(
    `UPDATE store_entries SET value = :value, expires = :expires WHERE ${EXPECTED}`,
  )
  const compareAndDelete = db.prepare(`DELETE FROM store_entries WHERE ${EXPECTED}`)
  const increment = db.prepare(INCREMENT)
  const remove = db.prepare('DELETE FROM store_entries WHERE key = :key')
  const removeExpired = db.prepare(REMOVE_EXPIRED)

  const liveValue = (key: string) => get.get({ key, now: Date.now() })?.value as string | undefined

  return {
    /** The expiry time of a row that is written now. Throws a RangeError for an invalid TTL. */
    expiry: (ttlSeconds: number | null) =>
      ttlSeconds === null ? null : Date.now() + checkedTtl(ttlSeconds) * 1000,
    get: (key: string) => liveValue(key) ?? null,
    startingWith(prefix: string): [key: string, value: string][] {
      const rows = startingWith.all({ prefix, now: Date.now() })
      return rows.map((row) => [row.key as string, row.value as string])
    },
    set: (key: string, value: string, expires: number | null) => void set.run({ key, value, expires }),
    claim(key: string, value: string, expires: number | null): string {
      claim.run({ key, value, expires, now: Date.now() })
      return liveValue(key) ?? value
    },
    /** Answers whether the value was `expected`, and so was replaced. */
    compareAndSet: (key: string, expected: string, value: string, expires: number | null) =>
      compareAndSet.run({ key, expected, value, expires, now: Date.now() }).changes === 1,
    /** `by` is a bigint, since SQLite would store a number as floating point. */
    increment: (key: string, by: bigint, expires: number | null) =>
      Number(increment.get({ key, value: by, expires, now: Date.now() })?.value),
    delete: (key: string) => void remove.run({ key }),
    /** Answers whether the value was `expected`, and so was deleted. */
    compareAndDelete: (key: string, expected: string) =>
      compareAndDelete.run({ key, expected, now: Date.now() }).changes === 1,
    /** Removes up to `limit` expired rows and returns how many it removed. */
    removeExpired: (limit: number) => Number(removeExpired.run({ limit, now: Date.now() }).changes),
  }
}

/** Small steps, so that no write waits long behind the sweep. */
const STEP_ROWS = 100
const STEP_INTERVAL_MS = 50
const SWEEP_INTERVAL_MS = 5000

/**
 * Removes expired rows at intervals until the returned function is called. Does not keep the process alive. A
 * failed step is logged and retried; expired rows are invisible in the meantime.
 */
export function sweepExpired(database: Database, entries: Entries, log?: AdapterLog): () => void {
  let timer = setTimeout(step, STEP_INTERVAL_MS).unref()
  let stopped = false

  function step(): void {
    database
      .write(() => entries.removeExpired(STEP_ROWS))
      .then((removed) => schedule(removed === STEP_ROWS ? STEP_INTERVAL_MS : SWEEP_INTERVAL_MS))
      .catch((error) => {
        if (!stopped) log?.warn({ error: String(error.cause ?? error) }, 'Expired entries cannot be removed')
        schedule(SWEEP_INTERVAL_MS)
      })
  }

  function schedule(afterMs: number): void {
    if (!stopped) timer = setTimeout(step, afterMs).unref()
  }

  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
