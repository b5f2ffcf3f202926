import type { DatabaseSync } from 'node:sqlite'
import type { NewItem } from '../../../frontier/frontier.ts'
import { IN_FLIGHT, placeOf, WAITING } from '../schema.ts'

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
  /** How often it was released. */
  readonly lease: number
}

/** The statements over `items`. */
export interface ItemsTable {
  insert(row: Omit<ItemRow, 'state' | 'lease'>): void
  get(place: number): ItemRow | null
  /** The oldest waiting item of a queue; null when there is none. */
  firstWaiting(queue: number): ItemRow | null
  /** Releases an item, for the first time or again; its lease is over at `dueAt`, in milliseconds since the epoch. */
  markInFlight(place: number, dueAt: number): void
  /** An item under way waits again. */
  markWaiting(place: number): void
  remove(place: number): void
  /** Items under way behind a place. */
  inFlight(afterPlace: number, limit: number): ItemRow[]
  countInFlight(): number
  /** Items under way whose leases are over, the longest of all first. */
  leaseExpired(now: number, limit: number): ItemRow[]
  /** Lets no lease be over before `time`. */
  extendLeases(time: number): void
  /** Removes all items of a batch that are under way. */
  removeInFlight(batch: number): void
  /** Remove some items of a batch, those that wait or any; answer how many. */
  removeWaiting(batch: number, limit: number): number
  removeAny(batch: number, limit: number): number
}

const range = (batch: number) => [placeOf(batch, 0), placeOf(batch + 1, 0)] as const

export function itemsTable(db: DatabaseSync): ItemsTable {
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
    insert: ({ place, queue, role, parameters, depth, url, source, scope }) =>
      void insert.run(place, queue, role, parameters, depth, url, source, scope),
    get: (place) => rowOf(get.get(place)),
    firstWaiting: (queue) => rowOf(first.get(queue)),
    remove: (place) => void remove.run(place),
    removeWaiting: (batch, limit) => Number(removeWaiting.run(...range(batch), limit).changes),
    removeAny: (batch, limit) => Number(removeAny.run(...range(batch), limit).changes),
  }
}

function transitionsOf(db: DatabaseSync): Pick<ItemsTable, 'markInFlight' | 'markWaiting' | 'extendLeases'> {
  const release = db.prepare(
    `UPDATE items SET state = ${IN_FLIGHT}, lease = lease + 1, due_at = ? WHERE place = ?`,
  )
  const wait = db.prepare(`UPDATE items SET state = ${WAITING}, due_at = NULL WHERE place = ?`)
  const postpone = db.prepare(
    `UPDATE items INDEXED BY due_items SET due_at = $time WHERE state = ${IN_FLIGHT} AND due_at < $time`,
  )
  return {
    markInFlight: (place, dueAt) => void release.run(dueAt, place),
    markWaiting: (place) => void wait.run(place),
    extendLeases: (time) => void postpone.run({ time }),
  }
}

function inFlightOf(
  db: DatabaseSync,
): Pick<ItemsTable, 'inFlight' | 'countInFlight' | 'leaseExpired' | 'removeInFlight'> {
  const select = (index: string, condition: string) =>
    db.prepare(`SELECT * FROM items INDEXED BY ${index} WHERE state = ${IN_FLIGHT} AND ${condition} LIMIT ?`)
  // SQLite itself would take the same index for both, and sort all items under way each time.
  const underWay = select('items_under_way', 'place > ? ORDER BY place')
  const due = select('due_items', 'due_at <= ? ORDER BY due_at')
  const count = db.prepare(`SELECT count(*) AS count FROM items WHERE state = ${IN_FLIGHT}`)
  const remove = db.prepare(`
    DELETE FROM items INDEXED BY items_under_way WHERE state = ${IN_FLIGHT} AND place >= ? AND place < ?`)
  return {
    inFlight: (after, limit) => underWay.all(after, limit) as unknown as ItemRow[],
    leaseExpired: (now, limit) => due.all(now, limit) as unknown as ItemRow[],
    countInFlight: () => count.get()?.count as number,
    removeInFlight: (batch) => void remove.run(...range(batch)),
  }
}

function rowOf(row: unknown): ItemRow | null {
  return (row as ItemRow | undefined) ?? null
}
