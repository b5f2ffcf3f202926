import type { Batch, Release } from '../frontier.ts'
import { type BatchRow, batchOf } from './batches-table.ts'
import type { ItemRow } from './items-table.ts'
import { batchNumOf, FEEDERS } from './schema.ts'
import { itemOf, start, type Tables } from './tables.ts'

/** Takes items whose turn it is, within writes: batches one after the other, each with one item at a time. */
export interface Releasing {
  take(limit: number, now: number): Release[]
  /** Items whose leases are over, those first that wait longest; they have a new lease from now on. */
  takeDue(limit: number, now: number): Release[]
}

/** A lease doubles with each release of an item, so often at most: what is only slow, or an outage of hours, costs few records. */
const MOST_DOUBLINGS = 4

/** When the lease of an item is over that is released now, in milliseconds since the epoch; `before`: how often it was. */
function dueAt(now: number, leaseMs: number, before: number): number {
  return now + leaseMs * 2 ** Math.min(before, MOST_DOUBLINGS)
}

/** `leaseMs`: of an item's first release. */
export function makeReleasing(tables: Tables, leaseMs: number): Releasing {
  /** The batch that had the last turn. */
  let last = FEEDERS

  return {
    take(limit, now) {
      const found: ItemRow[] = []
      const some = { found, limit, now }
      let turns = takeTurns(releasingFrom(last), some)
      while (turns.length > 0 && found.length < limit) turns = takeTurns(turns, some)
      startAll(tables, found)
      return releasesOf(tables, found)
    },
    takeDue: (limit, now) =>
      releasesOf(
        tables,
        tables.items.due(now, limit).map((item) => release(item, now)),
      ),
  }

  function release(item: ItemRow, now: number): ItemRow {
    tables.items.release(item.place, dueAt(now, leaseMs, item.lease))
    return { ...item, lease: item.lease + 1 }
  }

  /** Takes one item of each batch until the limit is reached; answers the batches that had one. */
  function takeTurns(batches: Iterable<number>, { found, limit, now }: Taking): number[] {
    const taken: number[] = []
    for (const num of batches) {
      if (found.length >= limit) break
      const item = takeFirst(tables, num)
      if (item === null) continue
      found.push(release(item, now))
      taken.push(num)
      last = num
    }
    return taken
  }

  /** Batches with something to release: those behind `start`, then the others. */
  function* releasingFrom(start: number): Iterable<number> {
    for (const num of readyFrom(start)) if (isReleasing(tables, num)) yield num
  }

  function* readyFrom(start: number): Iterable<number> {
    const { readyBatch } = tables.queues
    for (let num = readyBatch(start); num !== null; num = readyBatch(num)) yield num
    for (let num = readyBatch(-1); num !== null && num <= start; num = readyBatch(num)) yield num
  }
}

interface Taking {
  readonly found: ItemRow[]
  readonly limit: number
  readonly now: number
}

function isReleasing({ batches }: Tables, num: number): boolean {
  if (num === FEEDERS) return true
  const row = batches.byNum(num)
  return row !== null && row.state === 'running' && row.is_dropped === 0
}

function takeFirst({ queues, items }: Tables, batch: number): ItemRow | null {
  const queue = queues.next(batch)
  const item = queue === null ? null : items.first(queue)
  if (item === null) return null
  queues.start(item.queue)
  return item
}

/** Counts the items as running in their batches. */
function startAll(tables: Tables, items: readonly ItemRow[]): void {
  for (const [num, group] of Map.groupBy(items, ({ place }) => batchNumOf(place))) {
    const row = tables.batches.byNum(num)
    if (row === null) continue
    for (const { role } of group) start(row, role)
    tables.batches.save(row)
  }
}

/** What is handed over for these rows, in their order. */
export function releasesOf(tables: Tables, rows: readonly ItemRow[]): Release[] {
  const batches = new Map<number, Batch>()
  return rows.map((row) => {
    const num = batchNumOf(row.place)
    if (num === FEEDERS) return { ...tables.deferred.read(row.place), lease: row.lease }
    const batch = batches.get(num) ?? batchOf(tables.batches.byNum(num) as BatchRow)
    batches.set(num, batch)
    const operation = row.role === 'scout' ? 'metadata' : batch.operation
    return { item: itemOf(tables, batch, row), operation, owner: batch.owner, lease: row.lease }
  })
}
