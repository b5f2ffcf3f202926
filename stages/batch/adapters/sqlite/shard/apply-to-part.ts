import type { Batch } from '../../../frontier/frontier.ts'
import type { Command, Phase } from '../../../shards/commands.ts'
import { insertItems } from '../intake.ts'
import { type BatchRow, batchOf, leftover } from '../statements/batches.ts'
import { placeOf, WAITING } from '../statements/schema.ts'
import { countersOf, countStart, dropAll, dropWaiting, saveBatch } from '../tables.ts'
import type { ShardTables } from './shard-tables.ts'

type PartCommand<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>

/** Adds items to the part of a batch, which is created with the first of them. */
export function addItems(
  tables: ShardTables,
  { batch, items }: PartCommand<'add'>,
  now: number,
): readonly boolean[] {
  const row = tables.items.batches.get(batch.id) ?? newPart(tables, batch)
  if (row === null) return items.map(() => false)
  const wasAdded = insertItems(tables.items, row, items)
  saveBatch(tables.items, row, now)
  return wasAdded
}

/** Null when the batch was removed from this shard: a late command never brings it back. */
function newPart({ items, parts }: ShardTables, batch: Batch): BatchRow | null {
  if (parts.wasRemoved(batch.id)) return null
  items.batches.insert(batch)
  const row = items.batches.get(batch.id) as BatchRow
  parts.insert(row.num)
  // Only its home knows when the batch ends.
  row.is_open = 1
  return row
}

/** Applies a phase, unless a later one was applied. */
export function applyPhase(tables: ShardTables, command: PartCommand<'phase'>, now: number): void {
  const { batch, phase, version } = command
  const row = tables.items.batches.get(batch)
  const part = row && tables.parts.get(row.num)
  if (row === null || part === null || part.version >= version) return
  tables.parts.setVersion(row.num, version)
  enter(tables, row, phase)
  saveBatch(tables.items, row, now)
  if (phase !== 'gone') return
  tables.parts.removeLines(row.num)
  tables.parts.remove(row.num)
  tables.parts.rememberRemoved(batch, now)
}

/** A removed part is remembered for so long: no command that was under way then comes later. */
const REMEMBERED_MS = 7 * 86_400_000

/** Forgets parts that were removed long ago. */
export function tickParts({ parts }: ShardTables, now: number): void {
  parts.forgetRemoved(now - REMEMBERED_MS)
}

function enter({ items }: ShardTables, row: BatchRow, phase: Phase): void {
  if (phase === 'gone') row.leftovers = leftover.all
  else if (phase === 'ended') row.is_open = 0
  else if (row.finished_at !== null) return
  else {
    if (row.state === 'begun') items.quotaShares.insert(row.num, batchOf(row))
    row.state = phase
    if (phase === 'cancelled') dropAll(items, row)
  }
}

/**
 * Drops the items of a batch whose time is over, but those that were in flight when that was found. What was dispatched
 * here decides nothing: it is not known where the command is applied again.
 */
export function expirePart(
  tables: ShardTables,
  { batch, inFlight }: PartCommand<'expire'>,
  now: number,
): void {
  const { items } = tables
  const row = items.batches.get(batch)
  if (row === null || row.is_dropped === 1 || row.finished_at !== null) return
  const kept = new Set(inFlight.map((seq) => placeOf(row.num, seq)))
  for (const place of items.items.placesInFlight(row.num)) if (!kept.has(place)) letWait(tables, row, place)
  for (const place of kept) holdInFlight(tables, row, place, now)
  dropWaiting(row)
  // Its home closes it.
  row.is_open = 1
  saveBatch(items, row, now)
}

/** An item that was dispatched, and whose ending is not waited for, is dropped with those that wait. */
function letWait({ items }: ShardTables, row: BatchRow, place: number): void {
  const item = items.items.get(place)
  if (item === null) return
  items.items.markWaiting(place)
  items.queues.returnOne(item.queue, 0)
  const { waiting, running } = countersOf[item.role]
  row[running] -= 1
  row[waiting] += 1
}

/** An item that was dispatched before the shard's state was restored waits again: its ending is under way all the same. */
function holdInFlight({ items }: ShardTables, row: BatchRow, place: number, now: number): void {
  const item = items.items.get(place)
  if (item?.state !== WAITING) return
  items.queues.startOne(item.queue)
  items.items.markInFlight(place, now)
  countStart(row, item.role)
}
