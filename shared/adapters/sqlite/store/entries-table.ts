import type { DatabaseSync } from 'node:sqlite'
import type { AdapterLog } from '../../../log.ts'
import { checkedTtl } from '../../common/checked-arguments.ts'
import type { Database } from '../database.ts'

const TABLE = `
  CREATE TABLE IF NOT EXISTS store_entries (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER);
  CREATE INDEX IF NOT EXISTS store_entries_expires ON store_entries (expires) WHERE expires IS NOT NULL;
`
/**
 * The parameters of every statement, by number: binding by name costs more than many of the statements. ?2 is the value,
 * ?3 its expiry time, ?4 the current time.
 */
const LIVE = '(expires IS NULL OR expires > ?4)'
const INSERT = 'INSERT INTO store_entries (key, value, expires) VALUES (?1, ?2, ?3)'
const GET = 'SELECT value FROM store_entries WHERE key = ?1 AND (expires IS NULL OR expires > ?2)'

/** The keys with the prefix sort from the prefix on and before the prefix followed by the last code point. */
const STARTING_WITH = `SELECT key, value FROM store_entries
  WHERE key >= ?1 AND key < ?1 || char(0x10FFFF) AND (expires IS NULL OR expires > ?2) ORDER BY key`

/** A sum is read and then written: an upsert that returns its row costs twice as much. */
const SUM = `SELECT CAST(CAST(value AS INTEGER) + ?2 AS TEXT) AS sum FROM store_entries
  WHERE key = ?1 AND (expires IS NULL OR expires > ?3)`

const REMOVE_EXPIRED = `DELETE FROM store_entries WHERE key IN
  (SELECT key FROM store_entries WHERE expires <= ?1 ORDER BY expires LIMIT ?2)`

export type Entries = ReturnType<typeof entriesTable>

/**
 * Expiring key-value rows; creates the table if missing. `expires` is in milliseconds since the epoch, null =
 * never. Every statement compares it with the current time, so an expired row is never returned. Strings are
 * stored as UTF-8: a lone surrogate is read back as U+FFFD.
 */
export function entriesTable(db: DatabaseSync) {
  db.exec(TABLE)
  const get = db.prepare(GET)
  const startingWith = db.prepare(STARTING_WITH)
  const set = db.prepare(`${INSERT} ON CONFLICT (key) DO UPDATE SET value = ?2, expires = ?3`)
  const claim = db.prepare(
    `${INSERT} ON CONFLICT (key) DO UPDATE SET value = ?2, expires = ?3 WHERE NOT ${LIVE}`,
  )
  const compareAndSet = db.prepare(
    `UPDATE store_entries SET value = ?2, expires = ?3 WHERE key = ?1 AND ${LIVE} AND value = ?5`,
  )
  const compareAndDelete = db.prepare(
    'DELETE FROM store_entries WHERE key = ?1 AND (expires IS NULL OR expires > ?2) AND value = ?3',
  )
  const sumOf = db.prepare(SUM)
  const replaceValue = db.prepare('UPDATE store_entries SET value = ?2 WHERE key = ?1')
  const remove = db.prepare('DELETE FROM store_entries WHERE key = ?1')
  const removeExpired = db.prepare(REMOVE_EXPIRED)

  const liveValue = (key: string) => get.get(key, Date.now())?.value as string | undefined

  return {
    /** The expiry time of a row that is written now. Throws a RangeError for an invalid TTL. */
    expiry: (ttlSeconds: number | null) =>
      ttlSeconds === null ? null : Date.now() + checkedTtl(ttlSeconds) * 1000,
    get: (key: string) => liveValue(key) ?? null,
    startingWith(prefix: string): [key: string, value: string][] {
      const rows = startingWith.all(prefix, Date.now())
      return rows.map((row) => [row.key as string, row.value as string])
    },
    set: (key: string, value: string, expires: number | null) => void set.run(key, value, expires),
    claim(key: string, value: string, expires: number | null): string {
      const isMine = claim.run(key, value, expires, Date.now()).changes === 1
      return isMine ? value.toWellFormed() : (liveValue(key) ?? value)
    },
    /** Answers whether the value was `expected`, and so was replaced. */
    compareAndSet: (key: string, expected: string, value: string, expires: number | null) =>
      compareAndSet.run(key, value, expires, Date.now(), expected).changes === 1,
    /**
     * Adds to a live number, which keeps its expiry time; a new one begins at 0. Must run within a write. `by` is a bigint,
     * since SQLite would add a number as floating point.
     */
    increment(key: string, by: bigint, expires: number | null): number {
      const sum = sumOf.get(key, by, Date.now())?.sum as string | undefined
      if (sum === undefined) set.run(key, String(by), expires)
      else replaceValue.run(key, sum)
      return Number(sum ?? by)
    },
    delete: (key: string) => void remove.run(key),
    /** Answers whether the value was `expected`, and so was deleted. */
    compareAndDelete: (key: string, expected: string) =>
      compareAndDelete.run(key, Date.now(), expected).changes === 1,
    /** Removes up to `limit` expired rows and returns how many it removed. */
    removeExpired: (limit: number) => Number(removeExpired.run(Date.now(), limit).changes),
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
