import type { DatabaseSync } from 'node:sqlite'
import type { NewItem } from '../frontier.ts'
import { placeOf, UNDER_WAY, WAITING } from './schema.ts'

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
  first(queue: number): ItemRow | null
  /** Releases an item, for the first time or again; its lease is over at `dueAt`, in milliseconds since the epoch. */
  release(place: number, dueAt: number): void
  /** An item under way waits again. */
  wait(place: number): void
  remove(place: number): void
  /** Items under way behind a place. */
  underWay(afterPlace: number, limit: number): ItemRow[]
  countUnderWay(): number
  /** Items under way whose leases are over, the longest of all first. */
  due(now: number, limit: number): ItemRow[]
  /** Lets no lease be over before `time`. */
  postpone(time: number): void
  /** Removes all items of a batch that are under way. */
  removeUnderWay(batch: number): void
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
    ...movesOf(db),
    ...underWayOf(db),
    insert: ({ place, queue, role, parameters, depth, url, source, scope }) =>
      void insert.run(place, queue, role, parameters, depth, url, source, scope),
    get: (place) => rowOf(get.get(place)),
    first: (queue) => rowOf(first.get(queue)),
    remove: (place) => void remove.run(place),
    removeWaiting: (batch, limit) => Number(removeWaiting.run(...range(batch), limit).changes),
    removeAny: (batch, limit) => Number(removeAny.run(...range(batch), limit).changes),
  }
}

function movesOf(db: DatabaseSync): Pick<ItemsTable, 'release' | 'wait' | 'postpone'> {
  const release = db.prepare(
    `UPDATE items SET state = ${UNDER_WAY}, lease = lease + 1, due_at = ? WHERE place = ?`,
  )
  const wait = db.prepare(`UPDATE items SET state = ${WAITING}, due_at = NULL WHERE place = ?`)
  const postpone = db.prepare(
    `UPDATE items INDEXED BY due_items SET due_at = $time WHERE state = ${UNDER_WAY} AND due_at < $time`,
  )
  return {
    release: (place, dueAt) => void release.run(dueAt, place),
    wait: (place) => void wait.run(place),
    postpone: (time) => void postpone.run({ time }),
  }
}

function underWayOf(
  db: DatabaseSync,
): Pick<ItemsTable, 'underWay' | 'countUnderWay' | 'due' | 'removeUnderWay'> {
  const select = (index: string, condition: string) =>
    db.prepare(`SELECT * FROM items INDEXED BY ${index} WHERE state = ${UNDER_WAY} AND ${condition} LIMIT ?`)
  // SQLite itself would take the same index for both, and sort all items under way each time.
  const underWay = select('items_under_way', 'place > ? ORDER BY place')
  const due = select('due_items', 'due_at <= ? ORDER BY due_at')
  const count = db.prepare(`SELECT count(*) AS count FROM items WHERE state = ${UNDER_WAY}`)
  const remove = db.prepare(`
    DELETE FROM items INDEXED BY items_under_way WHERE state = ${UNDER_WAY} AND place >= ? AND place < ?`)
  return {
    underWay: (after, limit) => underWay.all(after, limit) as unknown as ItemRow[],
    due: (now, limit) => due.all(now, limit) as unknown as ItemRow[],
    countUnderWay: () => count.get()?.count as number,
    removeUnderWay: (batch) => void remove.run(...range(batch)),
  }
}

function rowOf(row: unknown): ItemRow | null {
  return (row as ItemRow | undefined) ?? null
}
