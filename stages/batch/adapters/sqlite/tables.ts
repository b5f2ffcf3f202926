import type { DatabaseSync } from 'node:sqlite'
import { hostKey } from '#shared/messages/topics.ts'
import type { HostQueue } from '#shared/ports/batches.ts'
import { dropWaiting, finishWhenDone } from '../../frontier/decisions/batch-counts.ts'
import { EXTERNAL_PRODUCERS } from '../../frontier/decisions/bounds.ts'
import { type Item, parseInspectionId } from '../../frontier/frontier.ts'
import { siteTables } from './site/statements.ts'
import { type BatchRow, batchesTable, listBatches } from './statements/batches.ts'
import { familiesTable, heldItemsTable, seenTable } from './statements/decision-tables.ts'
import { deferredTable, type ItemRow, itemsTable } from './statements/items.ts'
import { queuesTable } from './statements/queues.ts'
import { quotaSharesTable } from './statements/quota-shares.ts'
import { rejectionsTable, resultIndexTable, unsyncedLinesTable } from './statements/results.ts'
import { makeTables, placeOf, seqOf } from './statements/schema.ts'

/** The tables of the frontier. */
export type Tables = ReturnType<typeof openTables>

/**
 * Creates or migrates the tables and prepares all statements. `perHost`: the most items in flight of one
 * queue. `queueOf`: the name of the queue that a URL waits in, in a batch (its id) or in none.
 */
export function openTables(
  db: DatabaseSync,
  perHost: number,
  queueOf: (url: string, batch?: string) => string = hostKey,
) {
  makeTables(db)
  return {
    batches: batchesTable(db),
    list: listBatches(db),
    queues: queuesTable(db, perHost),
    rejections: rejectionsTable(db),
    items: itemsTable(db),
    seen: seenTable(db),
    families: familiesTable(db),
    held: heldItemsTable(db),
    deferred: deferredTable(db),
    resultIndex: resultIndexTable(db),
    unsyncedLines: unsyncedLinesTable(db),
    quotaShares: quotaSharesTable(db),
    site: siteTables(db),
    queueOf,
  }
}

/** Converts a row to its item. */
export function toItem({ seen }: Tables, batch: Pick<BatchRow, 'id'>, row: ItemRow): Item {
  const { place, role, depth, scope, url } = row
  const others = JSON.parse(seen.parameters(row.parameters as number)) as object
  const parameters = { url, ...others }
  return { batch: batch.id, seq: seqOf(place), parameters, depth, from: row.source, role, scope }
}

/** Saves a batch, and finishes it when it has no items left. Returns whether it finished. */
export function saveBatch({ batches }: Tables, row: BatchRow, now: number): boolean {
  const ends = finishWhenDone(row, now)
  batches.save(row)
  return ends
}

/** Drops all items of a batch. Items in flight leave the window at once, and their results are ignored. */
export function dropAll({ items }: Tables, row: BatchRow): void {
  items.removeInFlight(row.num)
  row.running = 0
  row.scouts_running = 0
  dropWaiting(row)
}

/** The hosts of a batch with the most waiting items. */
export function hostsOf({ queues }: Tables, { num, is_dropped }: BatchRow, limit: number): HostQueue[] {
  // The items of a dropped batch are removed step by step. Their queues still count them.
  return is_dropped === 1 ? queues.inFlightHosts(num, limit) : queues.longest(num, limit)
}

/** Returns the place of an id of `inFlight`, also when the item has been completed since. */
export function placeOfId({ batches, deferred }: Tables, id: string): number {
  const named = parseInspectionId(id)
  const row = named && batches.get(named.batch)
  if (row !== null && named !== null) return placeOf(row.num, named.seq)
  return placeOf(EXTERNAL_PRODUCERS, deferred.get(id)?.place ?? 0)
}
