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
}

/** The statements over `items`. */
export interface ItemsTable {
  insert(row: Omit<ItemRow, 'state'>): void
  get(place: number): ItemRow | null
  /** The oldest waiting item of a queue; null when there is none. */
  first(queue: number): ItemRow | null
  setState(place: number, state: number): void
  remove(place: number): void
  /** Items under way behind a place. */
  underWay(afterPlace: number, limit: number): ItemRow[]
  countUnderWay(): number
  /** Remove some items of a batch, those that wait or any; answer how many. */
  removeWaiting(batch: number, limit: number): number
  removeAny(batch: number, limit: number): number
}

export function itemsTable(db: DatabaseSync): ItemsTable {
  const insert = db.prepare(`
    INSERT INTO items (place, queue, state, role, parameters, depth, url, source, scope)
    VALUES (?, ?, ${WAITING}, ?, ?, ?, ?, ?, ?)`)
  const get = db.prepare('SELECT * FROM items WHERE place = ?')
  const first = db.prepare(
    `SELECT * FROM items WHERE queue = ? AND state = ${WAITING} ORDER BY place LIMIT 1`,
  )
  const setState = db.prepare('UPDATE items SET state = ? WHERE place = ?')
  const remove = db.prepare('DELETE FROM items WHERE place = ?')
  const underWay = db.prepare(
    `SELECT * FROM items WHERE state = ${UNDER_WAY} AND place > ? ORDER BY place LIMIT ?`,
  )
  const count = db.prepare(`SELECT count(*) AS count FROM items WHERE state = ${UNDER_WAY}`)
  const removeSome = (condition: string) =>
    db.prepare(`
      DELETE FROM items WHERE place IN (
        SELECT place FROM items WHERE place >= ? AND place < ? ${condition} LIMIT ?)`)
  const removeWaiting = removeSome(`AND state = ${WAITING}`)
  const removeAny = removeSome('')
  const range = (batch: number) => [placeOf(batch, 0), placeOf(batch + 1, 0)] as const

  return {
    insert: ({ place, queue, role, parameters, depth, url, source, scope }) =>
      void insert.run(place, queue, role, parameters, depth, url, source, scope),
    get: (place) => rowOf(get.get(place)),
    first: (queue) => rowOf(first.get(queue)),
    setState: (place, state) => void setState.run(state, place),
    remove: (place) => void remove.run(place),
    underWay: (after, limit) => underWay.all(after, limit) as unknown as ItemRow[],
    countUnderWay: () => count.get()?.count as number,
    removeWaiting: (batch, limit) => Number(removeWaiting.run(...range(batch), limit).changes),
    removeAny: (batch, limit) => Number(removeAny.run(...range(batch), limit).changes),
  }
}

function rowOf(row: unknown): ItemRow | null {
  return (row as ItemRow | undefined) ?? null
}
