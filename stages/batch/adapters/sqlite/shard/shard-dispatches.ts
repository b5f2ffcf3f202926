import type { Dispatch } from '../../../frontier/frontier.ts'
import type { ShardStore } from '../../../shards/shard-store.ts'
import type { Database } from '../../disk/disk-guard.ts'
import { makeDispatchQueue, toDispatches } from '../dispatch.ts'
import { EXTERNAL_PRODUCERS } from '../statements/schema.ts'
import { placeOfId } from '../tables.ts'
import type { ShardTables } from './shard-tables.ts'

export interface DispatchesOptions {
  readonly tables: ShardTables
  readonly database: Database
  /** See `ShardStoreOptions`. */
  readonly leaseMs: number
  /** Called for each part that changed. */
  onPart(id: string): void
}

type DispatchMethods = Pick<
  ShardStore,
  'countInFlight' | 'mayHaveExpired' | 'dispatchExpired' | 'dispatchable' | 'dispatchOf' | 'inFlight'
>

/** Stands for deferred requests among the ids of batches. */
const DEFERRED = ''

/**
 * Makes the dispatches of a shard. A process asks all its shards again and again, most of which have nothing new: what was
 * found out is remembered until `changed` is called. `isHeld`: items may be in flight now whose leases end at once.
 */
export function makeDispatches(
  options: DispatchesOptions,
): DispatchMethods & { changed(isHeld: boolean): void } {
  const { tables, leaseMs } = options
  const { items } = tables.items
  const queue = makeDispatchQueue(tables.items, leaseMs)
  const memory = makeMemory()
  const idOf = (num: number) =>
    num === EXTERNAL_PRODUCERS ? DEFERRED : (tables.items.batches.byNum(num)?.id as string)

  return {
    changed: memory.changed,
    countInFlight: () => memory.inFlight(() => items.countInFlight()),
    mayHaveExpired: memory.mayHaveExpired,
    async dispatchExpired(limit) {
      if (!memory.mayHaveExpired()) return []
      const found = await leased(options, (now) => queue.takeExpired(limit, now))
      memory.expiredTaken(found.length < limit ? items.earliestDue() : 0)
      return found
    },
    dispatchable: (limit) => memory.dispatchable(() => queue.ready(limit).map(idOf)),
    async dispatchOf(batch, limit) {
      const num = batch === DEFERRED ? EXTERNAL_PRODUCERS : tables.items.batches.get(batch)?.num
      if (num === undefined) return []
      const found = await leased(options, (now) => queue.takeOf(num, limit, now))
      memory.dispatched(found.length, Date.now() + leaseMs)
      return found
    },
    inFlight: (after, limit) =>
      toDispatches(tables.items, items.inFlight(after === null ? 0 : placeOfId(tables.items, after), limit)),
  }
}

async function leased(
  { database, onPart }: DispatchesOptions,
  take: (now: number) => Dispatch[],
): Promise<Dispatch[]> {
  const found = await database.write(() => take(Date.now()))
  for (const one of found) if ('item' in one) onPart(one.item.batch)
  return found
}

/** What is known of a shard's items until its state changes. */
function makeMemory() {
  let inFlight: number | null = null
  let ready: readonly string[] | null = null
  /** No lease ends before this time. */
  let dueAt = 0
  return {
    changed(isHeld: boolean): void {
      inFlight = null
      ready = null
      if (isHeld) dueAt = 0
    },
    inFlight(count: () => number): number {
      inFlight ??= count()
      return inFlight
    },
    dispatchable(find: () => readonly string[]): readonly string[] {
      ready ??= find()
      return ready
    },
    mayHaveExpired: () => Date.now() >= dueAt,
    expiredTaken(earliest: number | null): void {
      dueAt = earliest ?? Number.POSITIVE_INFINITY
    },
    dispatched(count: number, leasedUntil: number): void {
      ready = null
      if (count === 0) return
      inFlight = null
      dueAt = Math.min(dueAt, leasedUntil)
    },
  }
}
