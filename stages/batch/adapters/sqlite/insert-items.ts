import { isRendered } from '#shared/operations/rendered.ts'
import type { Discovery, Family, NewItem } from '../../frontier/frontier.ts'
import { placeOf } from './schema.ts'
import { type BatchRow, batchOf } from './statements/batches-table.ts'
import type { Tables } from './tables.ts'

type AddedItem = NewItem & { readonly family?: Family | null }

/** What one write has looked up already. */
interface InsertWrite {
  readonly tables: Tables
  readonly row: BatchRow
  /** Whether addresses that differ in their fragments are two. */
  readonly hasFragment: boolean
  /** Queues by name, and how many items came to wait there. */
  readonly arrivals: Map<string, { readonly queue: number; items: number }>
  readonly parameters: Map<string, number>
}

/**
 * Adds items to a batch within a write, until `most` milliseconds are over; the caller saves the row. Answers for each
 * item it came to, one at least, whether it was taken.
 */
export function insertItems(
  tables: Tables,
  row: BatchRow,
  items: readonly AddedItem[],
  maxMs = Number.POSITIVE_INFINITY,
): boolean[] {
  if (row.is_dropped || row.finished_at !== null) return items.map(() => false)
  const hasFragment = hasFragments(row)
  const write: InsertWrite = { tables, row, hasFragment, arrivals: new Map(), parameters: new Map() }
  const deadline = performance.now() + maxMs
  const wasInserted: boolean[] = []
  for (const item of items) {
    wasInserted.push(insertItem(write, item))
    if (performance.now() >= deadline) break
  }
  for (const { queue, items: count } of write.arrivals.values()) tables.queues.addWaiting(queue, count)
  return wasInserted
}

/** Adds what a page of a crawl told; what a redirect ended at counts as had. */
export function insertDiscovered(tables: Tables, row: BatchRow, { items, done }: Discovery): void {
  for (const one of done) tables.seen.isNew(row.num, one, otherParameters(one), false)
  insertItems(tables, row, items)
}

function insertItem(write: InsertWrite, item: AddedItem): boolean {
  const { seen } = write.tables
  const { row } = write
  const { role, family = null } = item
  if (!hasRoom(row, role) || (family !== null && seen.isFull(row.num, role, family))) return false
  const json = otherParameters(item)
  if (!seen.isNew(row.num, item, json, write.hasFragment)) return false
  if (family !== null) seen.join(row.num, role, family)
  insertRow(write, item, json)
  count(row, role)
  return true
}

/** In a list they may be two views of one page; links of a crawl lead to places in pages. */
function hasFragments(row: BatchRow): boolean {
  const { crawl, operation } = batchOf(row)
  return crawl === null && isRendered(operation)
}

function otherParameters({ parameters: { url: _, ...others } }: NewItem): string {
  return JSON.stringify(others)
}

function insertRow(write: InsertWrite, item: NewItem, json: string): void {
  const { tables, row } = write
  const { url } = item.parameters
  row.seq += 1
  tables.items.insert({
    place: placeOf(row.num, row.seq),
    queue: arrive(write, tables.queueOf(url)),
    role: item.role,
    parameters: parametersId(write, json),
    depth: item.depth,
    url,
    source: item.from,
    scope: item.scope,
  })
}

function parametersId({ tables, row, parameters }: InsertWrite, json: string): number {
  const id = parameters.get(json) ?? tables.seen.parametersId(row.num, json)
  parameters.set(json, id)
  return id
}

/** Scouts have the same limit as the pages they belong to. */
function hasRoom(row: BatchRow, role: NewItem['role']): boolean {
  return (role === 'page' ? row.accepted : row.scouts) < (row.most_pages ?? Number.POSITIVE_INFINITY)
}

function arrive({ tables, row, arrivals }: InsertWrite, name: string): number {
  const arrival = arrivals.get(name) ?? { queue: tables.queues.idOf(row.num, name), items: 0 }
  arrival.items += 1
  arrivals.set(name, arrival)
  return arrival.queue
}

function count(row: BatchRow, role: NewItem['role']): void {
  if (role === 'scout') {
    row.scouts += 1
    row.scouts_waiting += 1
  } else {
    row.accepted += 1
    row.waiting += 1
  }
}
