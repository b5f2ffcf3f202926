import type { Batch, Dispatch } from '../../frontier/frontier.ts'
import { type BatchRow, batchOf } from './statements/batches.ts'
import type { ItemRow } from './statements/items.ts'
import { batchNumOf, EXTERNAL_PRODUCERS } from './statements/schema.ts'
import { countStart, type Tables, toItem } from './tables.ts'

/** Takes the next items, within writes: batches in turn, one item of each at a time. */
export interface DispatchQueue {
  take(limit: number, now: number): Dispatch[]
  /** Renews the leases of items whose leases have expired, the oldest first, and returns the items. */
  takeExpired(limit: number, now: number): Dispatch[]
}

/**
 * A lease doubles with each dispatch of an item, up to this many times, so that slow work and an outage of
 * hours cost few records.
 */
const MAX_DOUBLINGS = 4

/**
 * Returns when the lease of an item dispatched at `now` expires, in milliseconds since the epoch. `before`:
 * its earlier dispatches.
 */
function leaseEnd(now: number, leaseMs: number, before: number): number {
  return now + leaseMs * 2 ** Math.min(before, MAX_DOUBLINGS)
}

/** Makes the queue. `leaseMs`: the lease of an item's first dispatch. */
export function makeDispatchQueue(tables: Tables, leaseMs: number): DispatchQueue {
  /** The batch that was last in turn. */
  let last = EXTERNAL_PRODUCERS

  return {
    take(limit, now) {
      const found: ItemRow[] = []
      const some = { found, limit, now }
      let round = takeRound(dispatchableFrom(last), some)
      while (round.length > 0 && found.length < limit) round = takeRound(round, some)
      countStarted(tables, found)
      return toDispatches(tables, found)
    },
    takeExpired: (limit, now) =>
      toDispatches(
        tables,
        tables.items.leaseExpired(now, limit).map((item) => leaseItem(item, now)),
      ),
  }

  function leaseItem(item: ItemRow, now: number): ItemRow {
    tables.items.markInFlight(item.place, leaseEnd(now, leaseMs, item.lease))
    return { ...item, lease: item.lease + 1 }
  }

  /** Takes one item of each batch until the limit is reached. Returns the batches that had one. */
  function takeRound(batches: Iterable<number>, { found, limit, now }: Taking): number[] {
    const taken: number[] = []
    for (const num of batches) {
      if (found.length >= limit) break
      const item = takeFirst(tables, num)
      if (item === null) continue
      found.push(leaseItem(item, now))
      taken.push(num)
      last = num
    }
    return taken
  }

  /** Batches with items to dispatch: those after `start`, then the others. */
  function* dispatchableFrom(start: number): Iterable<number> {
    for (const num of readyFrom(start)) if (isDispatchable(tables, num)) yield num
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

function isDispatchable({ batches }: Tables, num: number): boolean {
  if (num === EXTERNAL_PRODUCERS) return true
  const row = batches.byNum(num)
  return row !== null && row.state === 'running' && row.is_dropped === 0
}

function takeFirst({ queues, items }: Tables, batch: number): ItemRow | null {
  const queue = queues.nextReady(batch)
  const item = queue === null ? null : items.firstWaiting(queue)
  if (item === null) return null
  queues.startOne(item.queue)
  return item
}

/** Counts the items as running in their batches. */
function countStarted(tables: Tables, items: readonly ItemRow[]): void {
  for (const [num, group] of Map.groupBy(items, ({ place }) => batchNumOf(place))) {
    const row = tables.batches.byNum(num)
    if (row === null) continue
    for (const { role } of group) countStart(row, role)
    tables.batches.save(row)
  }
}

/** Returns the dispatches of these rows, in the same order. */
export function toDispatches(tables: Tables, rows: readonly ItemRow[]): Dispatch[] {
  const batches = new Map<number, Batch>()
  return rows.map((row) => {
    const num = batchNumOf(row.place)
    if (num === EXTERNAL_PRODUCERS) return { ...tables.deferred.read(row.place), lease: row.lease }
    const batch = batches.get(num) ?? batchOf(tables.batches.byNum(num) as BatchRow)
    batches.set(num, batch)
    const operation = row.role === 'discovery' ? 'metadata' : batch.operation
    return { item: toItem(tables, batch, row), operation, owner: batch.owner, lease: row.lease }
  })
}
