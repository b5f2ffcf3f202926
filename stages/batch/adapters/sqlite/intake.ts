import { type CloudEvent, fromRecord } from '#shared/messages/events/cloud-event.ts'
import { logPosition as admittedAt } from '#shared/messages/events/deferred.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { isRendered } from '#shared/operations/rendered.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { Discovery, Family, NewItem } from '../../frontier/frontier.ts'
import { mostInFlight } from '../../frontier/most-in-flight.ts'
import { hasRoomToHold, holdBack, isHeldBack } from './held-back.ts'
import { type BatchRow, batchOf } from './statements/batches.ts'
import type { HeldRow } from './statements/held-items.ts'
import type { DeferredRow } from './statements/items.ts'
import { EXTERNAL_PRODUCERS, IN_FLIGHT, placeOf } from './statements/schema.ts'
import type { UrlEquality } from './statements/seen.ts'
import { countersOf, type Tables } from './tables.ts'

type AddedItem = NewItem & { readonly family?: Family | null }

/** Look-ups that the items of one write share. */
interface InsertWrite {
  readonly tables: Tables
  readonly row: BatchRow
  readonly equality: UrlEquality
  /** Most items in flight of a queue of the batch; null = as of any other. */
  readonly most: number | null
  /** Queues by name, and the number of items added to each. */
  readonly arrivals: Map<string, { readonly queue: number; items: number }>
  readonly parameters: Map<string, number>
  /** URLs of found pages that are not added, and whether they are held back. Their discovery items share their fate. */
  readonly held: Map<string, boolean>
}

/**
 * Adds items to a batch within a write, at least one, until `maxMs` have passed. The caller saves the row.
 * Returns for each processed item whether it was added.
 */
export function insertItems(
  tables: Tables,
  row: BatchRow,
  items: readonly AddedItem[],
  maxMs = Number.POSITIVE_INFINITY,
): boolean[] {
  if (row.is_dropped || row.finished_at !== null) return items.map(() => false)
  const write = makeWrite(tables, row)
  const deadline = performance.now() + maxMs
  const wasInserted: boolean[] = []
  for (const item of items) {
    wasInserted.push(insertItem(write, item))
    if (performance.now() >= deadline) break
  }
  countArrivals(write)
  return wasInserted
}

/** Adds items that were held back. */
export function insertHeld(tables: Tables, row: BatchRow, items: readonly HeldRow[]): void {
  const write = makeWrite(tables, row)
  for (const item of items) insertRow(write, item)
  countArrivals(write)
}

function makeWrite(tables: Tables, row: BatchRow): InsertWrite {
  const equality = equalityOf(row)
  const most = mostInFlight(batchOf(row).politeness, tables.queues.perHost)
  return { tables, row, equality, most, arrivals: new Map(), parameters: new Map(), held: new Map() }
}

function countArrivals({ tables, arrivals }: InsertWrite): void {
  for (const { queue, items } of arrivals.values()) tables.queues.addWaiting(queue, items)
}

/** Adds the items that a page of a crawl names. The final URL of a redirect counts as inspected. */
export function insertDiscovered(tables: Tables, row: BatchRow, { items, done }: Discovery): void {
  for (const one of done) tables.seen.isNew(row.num, one, otherParameters(one), ofSite)
  insertItems(tables, row, items)
}

function insertItem(write: InsertWrite, item: AddedItem): boolean {
  const { seen } = write.tables
  const { row } = write
  const { role, family = null } = item
  if (!hasRoom(row, role) || (family !== null && seen.isFull(row.num, role, family))) return false
  const json = otherParameters(item)
  if (!seen.isNew(row.num, item, json, write.equality)) return false
  if (family !== null) seen.join(row.num, role, family)
  const stored = {
    role,
    parameters: parametersId(write, json),
    depth: item.depth,
    url: item.parameters.url,
    source: item.from,
    scope: item.scope,
  }
  if (item.scope !== null && isLeftToFamily(write, stored)) return false
  insertRow(write, stored)
  return true
}

/** Returns true when a found page waits until more is known of its family, or is left out with it. */
function isLeftToFamily({ tables, row, held }: InsertWrite, item: HeldRow): boolean {
  const { url, role } = item
  if (role === 'page' && isHeldBack(tables, row.num, url)) held.set(url, hasRoomToHold(tables, row, url))
  if (held.get(url) === true) holdBack(tables, row, item)
  return held.has(url)
}

/**
 * In a list, two fragments may be two views of a page, and each line has its own result. Links of a crawl point to places
 * inside pages, and a site spells one page in several ways.
 */
function equalityOf(row: BatchRow): UrlEquality {
  const { crawl, sitemaps, operation } = batchOf(row)
  if (crawl !== null) return ofSite
  return { hasFragment: isRendered(operation), hasSpelling: sitemaps.length === 0 }
}

const ofSite: UrlEquality = { hasFragment: false, hasSpelling: false }

function otherParameters({ parameters: { url: _, ...others } }: NewItem): string {
  return JSON.stringify(others)
}

function insertRow(write: InsertWrite, item: HeldRow): void {
  const { tables, row } = write
  const { added, waiting } = countersOf[item.role]
  row.seq = tables.nextSeq(row.seq)
  tables.items.insert({
    ...item,
    place: placeOf(row.num, row.seq),
    queue: arrive(write, tables.queueOf(item.url, row.id)),
  })
  row[added] += 1
  row[waiting] += 1
}

function parametersId({ tables, row, parameters }: InsertWrite, json: string): number {
  const id = parameters.get(json) ?? tables.seen.parametersId(row.num, json)
  parameters.set(json, id)
  return id
}

/** Discovery items have the same limit as the pages they belong to. */
function hasRoom(row: BatchRow, role: NewItem['role']): boolean {
  return row[countersOf[role].added] < (row.most_pages ?? Number.POSITIVE_INFINITY)
}

function arrive({ tables, row, most, arrivals }: InsertWrite, name: string): number {
  const arrival = arrivals.get(name) ?? { queue: tables.queues.idOf(row.num, name, most), items: 0 }
  arrival.items += 1
  arrivals.set(name, arrival)
  return arrival.queue
}

/** The cooldown of a host whose queue was still overflowing when a request came back. */
const COOLDOWN_MS = 5000

/**
 * Stores requests that a stage has deferred, within a write. Ignores records that are not events: no stage
 * defers those.
 */
export function deferRequests(tables: Tables, records: readonly LogRecord[], now: number): void {
  for (const record of records) {
    const decoded = fromRecord(record)
    if ('reason' in decoded) continue
    const known = tables.deferred.get(decoded.event.id)
    if (known === null) insertRequest(tables, decoded.event, record)
    else deferAgain(tables, known, record, now)
  }
}

/** The item of a deferred request has no fields of its own. The record has them all. */
const blank = { role: 'page', parameters: null, depth: null, url: '', source: null, scope: null } as const

function insertRequest({ deferred, items, queues, queueOf }: Tables, event: CloudEvent, record: LogRecord) {
  const row = { id: event.id, admitted: admittedAt(record), log_offset: record.offset }
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
