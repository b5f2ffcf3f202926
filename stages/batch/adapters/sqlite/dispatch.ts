import { countStart } from '../../frontier/decisions/batch-counts.ts'
import { EXTERNAL_PRODUCERS, MAX_DOUBLINGS } from '../../frontier/decisions/bounds.ts'
import type { Batch, Dispatch } from '../../frontier/frontier.ts'
import { type BatchRow, batchOf } from './statements/batches.ts'
import type { ItemRow } from './statements/items.ts'
import { batchNumOf } from './statements/schema.ts'
import { type Tables, toItem } from './tables.ts'

/** Makes the queue, whose methods are called within writes. `leaseMs`: the lease of an item's first dispatch. */
export function makeDispatchQueue(tables: Tables, leaseMs: number) {
  /** The batch that was last in turn. */
  let last = EXTERNAL_PRODUCERS

  function leaseItem(item: ItemRow, now: number): ItemRow {
    tables.items.markInFlight(item.place, now + leaseMs * 2 ** Math.min(item.lease, MAX_DOUBLINGS))
    return { ...item, lease: item.lease + 1 }
  }

  /** Starts items: batches in turn, one item of each at a time. */
  function* itemsInTurn(): Generator<ItemRow, void> {
    let batches: Iterable<number> = readyFrom(tables, last).filter((num) => isDispatchable(tables, num))
    for (;;) {
      const taken: number[] = []
      for (const num of batches) {
        const item = takeFirst(tables, num)
        if (item === null) continue
        taken.push(num)
        last = num
        yield item
      }
      if (taken.length === 0) return
      batches = taken
    }
  }

  return {
    /** Takes the next items, of all batches in turn. */
    take(limit: number, now: number): Dispatch[] {
      const found = itemsInTurn()
        .take(Math.max(0, limit))
        .map((item) => leaseItem(item, now))
        .toArray()
      countStarted(tables, found)
      return toDispatches(tables, found)
    },
    /** Renews the leases of items whose leases have expired, the oldest first, and returns the items. */
    takeExpired(limit: number, now: number): Dispatch[] {
      const expired = tables.items.leaseExpired(now, limit)
      return toDispatches(
        tables,
        expired.map((item) => leaseItem(item, now)),
      )
    },
  }
}

/** Batches with ready queues: those after `start`, then the others. */
function* readyFrom({ queues: { readyBatch } }: Tables, start: number): Generator<number, void> {
  for (let num = readyBatch(start); num !== null; num = readyBatch(num)) yield num
  for (let num = readyBatch(-1); num !== null && num <= start; num = readyBatch(num)) yield num
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
    const { owner, politeness } = batch
    const ofBatch = { operation, owner, ...(politeness && { politeness }) }
    return { item: toItem(tables, batch, row), ...ofBatch, lease: row.lease }
  })
}
