import type { Discovery, Family, NewItem } from '../frontier.ts'
import { type BatchInWrite, countersOf, hasRoom, isClosed } from './batch-counts.ts'
import type { DecisionTables, StoredItem } from './decision-tables.ts'
import { hasRoomToHold, holdBack, isHeldBack } from './held-back.ts'
import { familyHash, type ItemKeys } from './item-hash.ts'

/** `line`: of a submission. */
export type AddedItem = NewItem & { readonly family?: Family | null; readonly line?: number }

/** A batch that gets items in one write. */
export interface InsertWrite extends BatchInWrite {
  readonly tables: DecisionTables
  /** See `keysOfItem`. An adapter may remember them. */
  keysOf(item: NewItem): ItemKeys
  /** Numbers of parameters by their JSON, as far as they are known. */
  readonly parameters: Map<string, number>
  /** Stores an item with the next number of the batch. */
  addItem(item: StoredItem): void
}

/**
 * Adds items to a batch, at least one, until `maxMs` have passed. Items of one line are not separated. The caller saves the row.
 * Returns for each processed item whether it was added.
 */
export function insertItems(
  write: InsertWrite,
  items: readonly AddedItem[],
  maxMs = Number.POSITIVE_INFINITY,
): boolean[] {
  if (isClosed(write.row)) return items.map(() => false)
  const held: HeldUrls = new Map()
  const deadline = performance.now() + maxMs
  const wasInserted: boolean[] = []
  for (const [at, item] of items.entries()) {
    wasInserted.push(insertItem(write, item, held))
    const isLineWhole = item.line === undefined || item.line !== items[at + 1]?.line
    if (isLineWhole && performance.now() >= deadline) break
  }
  return wasInserted
}

/** Adds items that were held back. */
export function insertHeld(write: InsertWrite, items: readonly StoredItem[]): void {
  for (const item of items) addItem(write, item)
}

/** Adds the items that a page of a crawl names. The final URL of a redirect counts as inspected. */
export function insertDiscovered(write: InsertWrite, { items, done }: Discovery): void {
  const { tables, row } = write
  for (const one of done) tables.seen.isNew(row.num, write.keysOf(one).hash)
  insertItems(write, items)
}

/** URLs of found pages that are not added, and whether they are held back. Their discovery items share their fate. */
type HeldUrls = Map<string, boolean>

function insertItem(write: InsertWrite, item: AddedItem, held: HeldUrls): boolean {
  const { row } = write
  const { seen } = write.tables
  const { role, family = null } = item
  if (!hasRoom(row, role)) return false
  const ofFamily = family === null ? null : familyHash(role, family)
  if (family !== null && ofFamily !== null && seen.membersOf(row.num, ofFamily) >= family.maxMembers)
    return false
  const { json, hash } = write.keysOf(item)
  if (!seen.isNew(row.num, hash)) return false
  if (ofFamily !== null) seen.join(row.num, ofFamily)
  const stored = toStored(item, parametersId(write, json))
  if (item.scope !== null && isLeftToFamily(write, stored, held)) return false
  addItem(write, stored)
  return true
}

/** An item as it is stored, with the number of its parameters. */
export function toStored(
  { role, depth, from, scope, parameters }: NewItem,
  parametersId: number,
): StoredItem {
  return { role, parameters: parametersId, depth, url: parameters.url, source: from, scope }
}

/** Returns true when a found page waits until more is known of its family, or is left out with it. */
function isLeftToFamily({ tables, row }: InsertWrite, item: StoredItem, held: HeldUrls): boolean {
  const { url, role } = item
  if (role === 'page' && isHeldBack(tables, row.num, url)) held.set(url, hasRoomToHold(tables, row, url))
  if (held.get(url) === true) holdBack(tables, row, item)
  return held.has(url)
}

function addItem(write: InsertWrite, item: StoredItem): void {
  const { added, waiting } = countersOf[item.role]
  write.addItem(item)
  write.row[added] += 1
  write.row[waiting] += 1
}

function parametersId({ tables, row, parameters }: InsertWrite, json: string): number {
  const id = parameters.get(json) ?? tables.seen.parametersId(row.num, json)
  parameters.set(json, id)
  return id
}
