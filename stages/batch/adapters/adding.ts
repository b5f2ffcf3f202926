import { isRendered } from '#shared/operations/rendered.ts'
import type { Discovery, Family, NewItem } from '../frontier.ts'
import { type BatchRow, batchOf } from './batches-table.ts'
import { placeOf } from './schema.ts'
import type { Tables } from './tables.ts'

type AddedItem = NewItem & { readonly family?: Family | null }

/** What one write has looked up already. */
interface Write {
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
export function addItems(
  tables: Tables,
  row: BatchRow,
  items: readonly AddedItem[],
  most = Number.POSITIVE_INFINITY,
): boolean[] {
  if (row.is_dropped || row.finished_at !== null) return items.map(() => false)
  const hasFragment = countsFragments(row)
  const write: Write = { tables, row, hasFragment, arrivals: new Map(), parameters: new Map() }
  const stop = performance.now() + most
  const taken: boolean[] = []
  for (const item of items) {
    taken.push(addItem(write, item))
    if (performance.now() >= stop) break
  }
  for (const { queue, items: count } of write.arrivals.values()) tables.queues.wait(queue, count)
  return taken
}

/** Adds what a page of a crawl told; what a redirect ended at counts as had. */
export function addFound(tables: Tables, row: BatchRow, { items, done }: Discovery): void {
  for (const one of done) tables.known.isNew(row.num, one, othersOf(one), false)
  addItems(tables, row, items)
}

function addItem(write: Write, item: AddedItem): boolean {
  const { known } = write.tables
  const { row } = write
  const { role, family = null } = item
  if (!hasRoom(row, role) || (family !== null && known.isFull(row.num, role, family))) return false
  const json = othersOf(item)
  if (!known.isNew(row.num, item, json, write.hasFragment)) return false
  if (family !== null) known.join(row.num, role, family)
  insert(write, item, json)
  count(row, role)
  return true
}

/** In a list they may be two views of one page; links of a crawl lead to places in pages. */
function countsFragments(row: BatchRow): boolean {
  const { crawl, operation } = batchOf(row)
  return crawl === null && isRendered(operation)
}

function othersOf({ parameters: { url: _, ...others } }: NewItem): string {
  return JSON.stringify(others)
}

function insert(write: Write, item: NewItem, json: string): void {
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

function parametersId({ tables, row, parameters }: Write, json: string): number {
  const id = parameters.get(json) ?? tables.known.parametersId(row.num, json)
  parameters.set(json, id)
  return id
}

/** Scouts have the same limit as the pages they belong to. */
function hasRoom(row: BatchRow, role: NewItem['role']): boolean {
  return (role === 'page' ? row.accepted : row.scouts) < (row.most_pages ?? Number.POSITIVE_INFINITY)
}

function arrive({ tables, row, arrivals }: Write, name: string): number {
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
