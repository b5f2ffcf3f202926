import type { DatabaseSync } from 'node:sqlite'
import { deserialize, serialize } from 'node:v8'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { storedRoles } from '#stages/batch/frontier/decisions/item-hash.ts'
import type { NewItem } from '#stages/batch/frontier/frontier.ts'
import { IN_FLIGHT, placeOf, WAITING } from './schema.ts'

/** A row of `items`. */
export interface ItemRow {
  readonly place: number
  readonly queue: number
  readonly state: number
  readonly role: NewItem['role']
  readonly parameters: number | null
  readonly depth: number | null
  readonly url: string
  readonly source: string | null
  readonly scope: string | null
  /** How often the item was dispatched. */
  readonly lease: number
}

const range = (batch: number) => [placeOf(batch, 0), placeOf(batch + 1, 0)] as const

/** Prepares the statements on `items`. */
export function itemsTable(db: DatabaseSync) {
  const insert = db.prepare(`
    INSERT INTO items (place, queue, state, role, parameters, depth, url, source, scope)
    VALUES (?, ?, ${WAITING}, ?, ?, ?, ?, ?, ?)`)
  const get = db.prepare('SELECT * FROM items WHERE place = ?')
  const first = db.prepare(
    `SELECT * FROM items WHERE queue = ? AND state = ${WAITING} ORDER BY place LIMIT 1`,
  )
  const remove = db.prepare('DELETE FROM items WHERE place = ?')
  const removeSome = (condition: string) =>
    db.prepare(`
      DELETE FROM items WHERE place IN (
        SELECT place FROM items WHERE place >= ? AND place < ? ${condition} LIMIT ?)`)
  const removeWaiting = removeSome(`AND state = ${WAITING}`)
  const removeAny = removeSome('')

  return {
    ...transitionsOf(db),
    ...inFlightOf(db),
    insert: ({
      place,
      queue,
      role,
      parameters,
      depth,
      url,
      source,
      scope,
    }: Omit<ItemRow, 'state' | 'lease'>) =>
      void insert.run(place, queue, storedRoles[role], parameters, depth, url, source, scope),
    get: (place: number) => rowOrNull(get.get(place)),
    /** The oldest waiting item of a queue. Null when there is none. */
    firstWaiting: (queue: number) => rowOrNull(first.get(queue)),
    remove: (place: number) => void remove.run(place),
    /** Removes some waiting items of a batch, and returns how many. */
    removeWaiting: (batch: number, limit: number) =>
      Number(removeWaiting.run(...range(batch), limit).changes),
    /** Removes some items of a batch, and returns how many. */
    removeAny: (batch: number, limit: number) => Number(removeAny.run(...range(batch), limit).changes),
  }
}

function transitionsOf(db: DatabaseSync) {
  const markInFlight = db.prepare(
    `UPDATE items SET state = ${IN_FLIGHT}, lease = lease + 1, due_at = ? WHERE place = ?`,
  )
  const markWaiting = db.prepare(`UPDATE items SET state = ${WAITING}, due_at = NULL WHERE place = ?`)
  const extendLeases = db.prepare(
    `UPDATE items INDEXED BY due_items SET due_at = $time WHERE state = ${IN_FLIGHT} AND due_at < $time`,
  )
  return {
    /**
     * Marks an item as dispatched, for the first time or again. Its lease expires at `dueAt`, in milliseconds
     * since the epoch.
     */
    markInFlight: (place: number, dueAt: number) => void markInFlight.run(dueAt, place),
    /** Returns an item in flight to its queue. */
    markWaiting: (place: number) => void markWaiting.run(place),
    /** Extends all leases to at least `time`. */
    extendLeases: (time: number) => void extendLeases.run({ time }),
  }
}

function inFlightOf(db: DatabaseSync) {
  const select = (index: string, condition: string) =>
    db.prepare(`SELECT * FROM items INDEXED BY ${index} WHERE state = ${IN_FLIGHT} AND ${condition} LIMIT ?`)
  // SQLite would choose the same index for both, and sort all items in flight each time.
  const inFlight = select('items_under_way', 'place > ? ORDER BY place')
  const expired = select('due_items', 'due_at <= ? ORDER BY due_at')
  const count = db.prepare(`SELECT count(*) AS count FROM items WHERE state = ${IN_FLIGHT}`)
  const remove = db.prepare(`
    DELETE FROM items INDEXED BY items_under_way WHERE state = ${IN_FLIGHT} AND place >= ? AND place < ?`)
  return {
    /** Items in flight after a place. */
    inFlight: (after: number, limit: number) => inFlight.all(after, limit).map(toItemRow),
    /** Items in flight whose leases have expired, the oldest first. */
    leaseExpired: (now: number, limit: number) => expired.all(now, limit).map(toItemRow),
    countInFlight: () => count.get()?.count as number,
    /** Removes all items in flight of a batch. */
    removeInFlight: (batch: number) => void remove.run(...range(batch)),
  }
}

function toItemRow(stored: unknown): ItemRow {
  const row = stored as Omit<ItemRow, 'role'> & { readonly role: string }
  return { ...row, role: row.role === storedRoles.discovery ? 'discovery' : 'page' }
}

function rowOrNull(stored: unknown): ItemRow | null {
  return stored === undefined ? null : toItemRow(stored)
}

/** The stored part of a deferred record. */
type KeptRecord = Pick<LogRecord, 'key' | 'value' | 'headers'>

/** A row of `deferred`: a request of an external producer whose host queue overflowed. */
export interface DeferredRow {
  readonly place: number
  readonly id: string
  /**
   * The log position where the request was first accepted. It distinguishes two requests with the same id.
   */
  readonly admitted: string
  /** The last position in the topic of deferred requests. */
  readonly log_offset: number
  readonly ended_at: number | null
}

/**
 * Prepares the statements on `deferred`. A completed request is remembered for a while, without its record.
 */
export function deferredTable(db: DatabaseSync) {
  const get = db.prepare('SELECT place, id, admitted, log_offset, ended_at FROM deferred WHERE id = ?')
  const insert = db.prepare(`
    INSERT INTO deferred (id, admitted, log_offset, record) VALUES (?, ?, ?, ?) RETURNING place`)
  const moved = db.prepare('UPDATE deferred SET log_offset = ? WHERE place = ?')
  const read = db.prepare('SELECT id, record FROM deferred WHERE place = ?')
  const end = db.prepare('UPDATE deferred SET ended_at = ?, record = NULL WHERE place = ?')
  const forget = db.prepare(`
    DELETE FROM deferred WHERE place IN (SELECT place FROM deferred WHERE ended_at < ? LIMIT ?)`)
  return {
    get: (id: string) => (get.get(id) as unknown as DeferredRow | undefined) ?? null,
    /** Inserts a request and returns its place. */
    insert(
      { id, admitted, log_offset: offset }: Pick<DeferredRow, 'id' | 'admitted' | 'log_offset'>,
      { key, value, headers }: LogRecord,
    ): number {
      const kept = serialize({ key, value, headers } satisfies KeptRecord)
      return insert.get(id, admitted, offset, kept)?.place as number
    },
    moved: (place: number, logOffset: number) => void moved.run(logOffset, place),
    read(place: number): { readonly id: string; readonly deferred: KeptRecord } {
      const row = read.get(place) as { id: string; record: Uint8Array }
      return { id: row.id, deferred: deserialize(row.record) as KeptRecord }
    },
    end: (place: number, now: number) => void end.run(now, place),
    /** Removes some requests that were completed before a time, and returns how many. */
    forget: (before: number, limit: number) => Number(forget.run(before, limit).changes),
  }
}
