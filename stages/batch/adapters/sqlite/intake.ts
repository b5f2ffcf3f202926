import { type CloudEvent, fromRecord } from '#shared/messages/events/cloud-event.ts'
import { logPosition as admittedAt } from '#shared/messages/events/deferred.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { admittedId } from '#shared/messages/request-ids.ts'
import type { StoredLines } from '#shared/ports/batch-lines.ts'
import type { RejectedLine } from '#shared/ports/batches.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { takesLines } from '../../frontier/decisions/batch-counts.ts'
import { COOLDOWN_MS, EXTERNAL_PRODUCERS } from '../../frontier/decisions/bounds.ts'
import {
  type AddedItem,
  insertItems as decideItems,
  type InsertWrite,
} from '../../frontier/decisions/insert-items.ts'
import { equalityOf, keysOfItem } from '../../frontier/decisions/item-hash.ts'
import type { Batch, LineGroup } from '../../frontier/frontier.ts'
import { rejectedLines } from '../../frontier/line-group.ts'
import { mostInFlight } from '../../frontier/queues.ts'
import { type BatchRow, batchOf } from './statements/batches.ts'
import type { DeferredRow } from './statements/items.ts'
import { IN_FLIGHT, placeOf } from './statements/schema.ts'
import type { Tables } from './tables.ts'

/** A batch that gets items in one write of the file. */
interface ItemIntake {
  readonly write: InsertWrite
  /** Counts the added items in their queues. To be called once, before items of the same write are counted out. */
  countArrivals(): void
}

/** Prepares the adding of items to a batch within a write. */
export function openIntake(tables: Tables, row: BatchRow, batch: Batch): ItemIntake {
  const equality = equalityOf(batch)
  const most = mostInFlight(batch.politeness, tables.queues.perHost)
  /** Queues by name, and the number of items added to each. */
  const arrivals = new Map<string, { readonly queue: number; items: number }>()

  function queueOf(url: string): number {
    const name = tables.queueOf(url, row.id)
    const arrival = arrivals.get(name) ?? { queue: tables.queues.idOf(row.num, name, most), items: 0 }
    arrival.items += 1
    arrivals.set(name, arrival)
    return arrival.queue
  }

  return {
    write: {
      ...{ tables, row, batch, parameters: new Map() },
      keysOf: (item) => keysOfItem(item, equality),
      addItem(item) {
        row.seq += 1
        tables.items.insert({ ...item, place: placeOf(row.num, row.seq), queue: queueOf(item.url) })
      },
    },
    countArrivals() {
      for (const { queue, items } of arrivals.values()) tables.queues.addWaiting(queue, items)
    },
  }
}

/** As `insertItems` of the decisions, within a write. */
export function insertItems(
  tables: Tables,
  row: BatchRow,
  items: readonly AddedItem[],
  maxMs?: number,
): boolean[] {
  const { write, countArrivals } = openIntake(tables, row, batchOf(row))
  const wasInserted = decideItems(write, items, maxMs)
  countArrivals()
  return wasInserted
}

/**
 * Stores requests that a stage has deferred, within a write. Ignores records that are not events: no stage
 * defers those.
 */
export function deferRequests(tables: Tables, records: readonly LogRecord[], now: number): void {
  for (const record of records) {
    const decoded = fromRecord(record)
    if ('reason' in decoded) continue
    const known = tables.deferred.get(admittedId(record, decoded.event))
    if (known === null) insertRequest(tables, decoded.event, record)
    else deferAgain(tables, known, record, now)
  }
}

/** The item of a deferred request has no fields of its own. The record has them all. */
const blank = { role: 'page', parameters: null, depth: null, url: '', source: null, scope: null } as const

function insertRequest({ deferred, items, queues, queueOf }: Tables, event: CloudEvent, record: LogRecord) {
  const row = { id: admittedId(record, event), admitted: admittedAt(record), log_offset: record.offset }
  const place = placeOf(EXTERNAL_PRODUCERS, deferred.insert(row, record))
  const queue = queues.idOf(EXTERNAL_PRODUCERS, queueOf(describeRequest(event, 'batch').url))
  items.insert({ ...blank, place, queue })
  queues.addWaiting(queue, 1)
}

/**
 * Queues a request again that was dispatched and came back. Ignores any other record: another request with
 * the same id, or the same log position read again.
 */
function deferAgain(
  { deferred, items, queues }: Tables,
  known: DeferredRow,
  record: LogRecord,
  now: number,
): void {
  const item = items.get(placeOf(EXTERNAL_PRODUCERS, known.place))
  const isNew = known.admitted === admittedAt(record) && record.offset > known.log_offset
  if (!isNew || item?.state !== IN_FLIGHT) return
  deferred.moved(known.place, record.offset)
  items.markWaiting(item.place)
  queues.returnOne(item.queue, now + COOLDOWN_MS)
}

export interface LinesSlice extends StoredLines {
  /** Lines of the group are left for the next write. */
  readonly hasMore: boolean
  /** The batch is an open one. */
  readonly isOpen: boolean
}

/**
 * Stores the first lines of a group within a write, at least one, until `maxMs` have passed. The caller saves the row. See
 * `Frontier.addLines`.
 */
export function insertLines(
  tables: Tables,
  row: BatchRow,
  group: LineGroup,
  maxMs: number,
  now: number,
): LinesSlice | null {
  if (!takesLines(row)) return null
  const isOpen = row.state === 'open'
  if (group.first !== row.next_line)
    return { accepted: 0, rejected: 0, next: row.next_line, hasMore: false, isOpen }
  const hasFirst = row.accepted > 0
  const wasNew = insertItems(tables, row, group.items, maxMs)
  const next = group.items[wasNew.length]?.line ?? group.next
  const stored = {
    items: group.items.slice(0, wasNew.length),
    rejected: group.rejected.filter(({ line }) => line < next),
  }
  const rejected = rejectedLines(batchOf(row), stored, wasNew)
  rejectLines(tables, row, rejected)
  const accepted = stored.items.filter(({ role }, at) => role === 'page' && wasNew[at])
  if (accepted[0] && !hasFirst) tables.batches.setFirstUrl(row, accepted[0].parameters.url)
  row.next_line = next
  row.lines_added_at = now
  return { accepted: accepted.length, rejected: rejected.length, next, hasMore: next < group.next, isOpen }
}

/** Rejects lines of a batch within a write. The caller saves the row. */
export function rejectLines({ rejections }: Tables, row: BatchRow, lines: readonly RejectedLine[]): void {
  rejections.insert(row.num, row.rejected, lines)
  row.rejected += lines.length
}
