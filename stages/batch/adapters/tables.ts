import type { DatabaseSync } from 'node:sqlite'
import { hostKey } from '#shared/messages/topics.ts'
import type { Item } from '../frontier.ts'
import { type BatchesTable, type BatchRow, batchesTable, leftover } from './batches-table.ts'
import { type DeferredTable, deferredTable } from './deferred-table.ts'
import { type ItemRow, type ItemsTable, itemsTable } from './items-table.ts'
import { type KnownTable, knownTable } from './known-table.ts'
import { type ListBatches, listBatches } from './list-batches.ts'
import { type MarksTable, marksTable } from './marks-table.ts'
import { type QueuesTable, queuesTable } from './queues-table.ts'
import { type RejectionsTable, rejectionsTable } from './rejections-table.ts'
import { makeTables, seqOf } from './schema.ts'
import { type SharesTable, sharesTable } from './shares-table.ts'
import { type TailsTable, tailsTable } from './tails-table.ts'

/** The tables of the frontier. */
export interface Tables {
  readonly batches: BatchesTable
  readonly list: ListBatches
  readonly queues: QueuesTable
  readonly rejections: RejectionsTable
  readonly items: ItemsTable
  readonly known: KnownTable
  readonly deferred: DeferredTable
  readonly marks: MarksTable
  readonly tails: TailsTable
  readonly shares: SharesTable
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
    known: knownTable(db),
    deferred: deferredTable(db),
    marks: marksTable(db),
    tails: tailsTable(db),
    shares: sharesTable(db),
    queueOf,
  }
}

/** The item of a row. */
export function itemOf({ known }: Tables, batch: Pick<BatchRow, 'id'>, row: ItemRow): Item {
  const { place, role, depth, scope, url } = row
  const others = JSON.parse(known.parameters(row.parameters as number)) as object
  const parameters = { url, ...others }
  return { batch: batch.id, seq: seqOf(place), parameters, depth, from: row.source, role, scope }
}

/** Saves a batch, ended when nothing of it is left; answers whether it is. */
export function settle({ batches }: Tables, row: BatchRow, now: number): boolean {
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
export function start(row: BatchRow, role: ItemRow['role']): void {
  if (role === 'scout') {
    row.scouts_waiting -= 1
    row.scouts_running += 1
  } else {
    row.waiting -= 1
    row.running += 1
  }
}

/** Nothing of the batch is of use any more: what is under way leaves the window at once, whatever comes of it is dropped. */
export function abandon({ items }: Tables, row: BatchRow): void {
  items.removeUnderWay(row.num)
  row.running = 0
  row.scouts_running = 0
  drop(row)
}

/** What waits is of no use any more; it is removed bit by bit. */
export function drop(row: BatchRow): void {
  row.waiting = 0
  row.scouts_waiting = 0
  row.is_open = 0
  row.is_dropped = 1
  row.leftovers = leftover.waiting
}
