import type { DatabaseSync } from 'node:sqlite'
import { hostKey } from '#shared/messages/topics.ts'
import type { Item } from '../../frontier/frontier.ts'
import { makeTables, seqOf } from './schema.ts'
import { type BatchesTable, type BatchRow, batchesTable, leftover } from './statements/batches-table.ts'
import { type DeferredTable, deferredTable } from './statements/deferred-table.ts'
import { type ItemRow, type ItemsTable, itemsTable } from './statements/items-table.ts'
import { type ListBatches, listBatches } from './statements/list-batches.ts'
import { type QueuesTable, queuesTable } from './statements/queues-table.ts'
import { type QuotaSharesTable, quotaSharesTable } from './statements/quota-shares-table.ts'
import { type RejectionsTable, rejectionsTable } from './statements/rejections-table.ts'
import { type ResultIndexTable, resultIndexTable } from './statements/result-index-table.ts'
import { type SeenTable, seenTable } from './statements/seen-table.ts'
import { type UnsyncedLinesTable, unsyncedLinesTable } from './statements/unsynced-lines-table.ts'

/** The tables of the frontier. */
export interface Tables {
  readonly batches: BatchesTable
  readonly list: ListBatches
  readonly queues: QueuesTable
  readonly rejections: RejectionsTable
  readonly items: ItemsTable
  readonly seen: SeenTable
  readonly deferred: DeferredTable
  readonly resultIndex: ResultIndexTable
  readonly unsyncedLines: UnsyncedLinesTable
  readonly quotaShares: QuotaSharesTable
  /** The queue that a URL waits in, by name. */
  queueOf(url: string): string
}

export function openTables(db: DatabaseSync, perHost: number, queueOf: Tables['queueOf'] = hostKey): Tables {
  makeTables(db)
  return {
    batches: batchesTable(db),
    list: listBatches(db),
    queues: queuesTable(db, perHost),
    rejections: rejectionsTable(db),
    items: itemsTable(db),
    seen: seenTable(db),
    deferred: deferredTable(db),
    resultIndex: resultIndexTable(db),
    unsyncedLines: unsyncedLinesTable(db),
    quotaShares: quotaSharesTable(db),
    queueOf,
  }
}

/** The item of a row. */
export function toItem({ seen }: Tables, batch: Pick<BatchRow, 'id'>, row: ItemRow): Item {
  const { place, role, depth, scope, url } = row
  const others = JSON.parse(seen.parameters(row.parameters as number)) as object
  const parameters = { url, ...others }
  return { batch: batch.id, seq: seqOf(place), parameters, depth, from: row.source, role, scope }
}

/** Saves a batch, ended when nothing of it is left; answers whether it is. */
export function saveBatch({ batches }: Tables, row: BatchRow, now: number): boolean {
  const left = row.waiting + row.running + row.scouts_waiting + row.scouts_running + row.is_open
  const ends = row.finished_at === null && row.state !== 'begun' && left === 0
  if (ends) {
    row.finished_at = now
    if (row.state !== 'cancelled') row.state = 'finished'
    row.leftovers = leftover.work
  }
  batches.save(row)
  return ends
}

/** Counts an item that waited as running. */
export function countStart(row: BatchRow, role: ItemRow['role']): void {
  if (role === 'scout') {
    row.scouts_waiting -= 1
    row.scouts_running += 1
  } else {
    row.waiting -= 1
    row.running += 1
  }
}

/** Nothing of the batch is of use any more: what is under way leaves the window at once, whatever comes of it is dropped. */
export function dropAll({ items }: Tables, row: BatchRow): void {
  items.removeInFlight(row.num)
  row.running = 0
  row.scouts_running = 0
  dropWaiting(row)
}

/** What waits is of no use any more; it is removed bit by bit. */
export function dropWaiting(row: BatchRow): void {
  row.waiting = 0
  row.scouts_waiting = 0
  row.is_open = 0
  row.is_dropped = 1
  row.leftovers = leftover.waiting
}
