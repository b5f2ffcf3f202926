import type { PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'
import { crawlLimits } from '../../crawl/crawl-limits.ts'
import { addressFamilies } from '../../crawl/families/address-families.ts'
import { familyContentOf, recognize, sameness } from '../../crawl/families/family-content.ts'
import { rank, rankOf, withPage } from '../../crawl/families/family-rank.ts'
import { isCalendarView } from '../../crawl/spider-traps.ts'
import type { Item } from '../frontier.ts'
import { type BatchCounts, hasRoom, isClosed, openItems } from './batch-counts.ts'
import type { DecisionTables, FamilyKeys, FamilyNodes, FamilyRow, StoredItem } from './decision-tables.ts'
import { digest } from './item-hash.ts'

/** Adds held items to their batch. */
type AddHeld = (rows: readonly StoredItem[]) => void

const NO_CONTENTS = new Uint8Array()

/**
 * Decides whether a page that a crawl found waits until more is known of its family. A page that does not counts as open.
 */
export function isHeldBack({ families }: DecisionTables, batch: number, url: string): boolean {
  const family = ranked(families, findFamily(families, batch, url))
  const isHeld =
    family.rank !== rank.followed || family.held > 0 || family.open_items >= crawlLimits.openOfFamily
  if (!isHeld) families.save({ ...family, open_items: family.open_items + 1 })
  return isHeld
}

/** Returns true when a page may be held back: beyond the limits of a family that sinks, and of the batch, pages are left out. */
export function hasRoomToHold({ families }: DecisionTables, row: BatchCounts, url: string): boolean {
  const { held, rank: current } = findFamily(families, row.num, url)
  const isFull = current !== rank.followed && held >= crawlLimits.heldOfFamily
  return !isFull && row.accepted + held < (row.most_pages ?? Number.POSITIVE_INFINITY)
}

/** Holds an item back. */
export function holdBack({ families, held }: DecisionTables, { num }: BatchCounts, item: StoredItem): void {
  const family = findFamily(families, num, item.url)
  held.insert(num, family.id, item)
  if (item.role === 'page') families.save({ ...family, held: family.held + 1 })
}

/**
 * Learns from the end of an item what its family is worth, and adds held items as far as it allows. `page`: what is
 * known of the page; null when it is not, or was seen with another item.
 */
export function followFamilies(
  tables: DecisionTables,
  row: BatchCounts,
  ended: { readonly item: Item; readonly page: PageSiteFacts | null },
  add: AddHeld,
): void {
  const { families } = tables
  const { item, page } = ended
  const { url } = item.parameters
  const isOpen = item.role === 'page' && item.scope !== null
  const before = findFamily(families, row.num, url)
  const family = isOpen ? { ...before, open_items: Math.max(0, before.open_items - 1) } : before
  const learned = page === null || !isComparable(page) ? family : learn(tables, family, page, url)
  const current = { ...learned, rank: rankOf(learned, families.section(learned.parent)) }
  families.save(current)
  refill(tables, row, current, add)
  takeUpWhenIdle(tables, row, add)
}

/** Errors and refusals say nothing about the pages of a family. */
function isComparable({ status, isBlocked }: PageSiteFacts): boolean {
  return status >= 200 && status <= 299 && !isBlocked
}

function learn({ families }: DecisionTables, family: FamilyRow, page: PageSiteFacts, url: string): FamilyRow {
  const isDated = isCalendarView(new URL(url))
  const section = families.section(family.parent)
  const found = recognize(section.contents ?? NO_CONTENTS, familyContentOf(page, isDated), isDated)
  families.saveSection({ ...section, ...withPage(section, found.sameness), contents: found.known })
  const gap = found.sameness === sameness.none ? 1 : family.gap
  return { ...family, ...withPage(family, found.sameness), gap }
}

function ranked(families: DecisionTables['families'], family: FamilyRow): FamilyRow {
  return { ...family, rank: rankOf(family, families.section(family.parent)) }
}

function refill(tables: DecisionTables, row: BatchCounts, family: FamilyRow, add: AddHeld): void {
  let current = family
  while (
    current.rank === rank.followed &&
    current.held > 0 &&
    current.open_items < crawlLimits.openOfFamily &&
    hasRoom(row)
  )
    current = takeUp(tables, current, add)
}

/** Adds the first held page of a family. */
function takeUp({ families, held }: DecisionTables, family: FamilyRow, add: AddHeld): FamilyRow {
  add(held.takeFirst(family.id))
  const next = { ...family, held: family.held - 1, open_items: family.open_items + 1 }
  families.save(next)
  return next
}

/**
 * A batch with nothing else to do turns to what was held back, page by page: what sinks takes no place from anything else.
 */
function takeUpWhenIdle(tables: DecisionTables, row: BatchCounts, add: AddHeld): void {
  while (isIdle(row) && hasRoom(row)) {
    const found = tables.families.nextWithHeld(row.num)
    if (found === null) return
    const family = ranked(tables.families, found)
    // Its section has changed since: another family may come first.
    if (family.rank !== found.rank) tables.families.save(family)
    else if (family.rank === rank.sampled) takeSample(tables, family, add)
    else takeUp(tables, family, add)
  }
}

function isIdle(row: BatchCounts): boolean {
  return !isClosed(row) && openItems(row) === 0
}

/** Leaves out as many pages as the gap is wide, and adds the next one. */
function takeSample(tables: DecisionTables, family: FamilyRow, add: AddHeld): void {
  for (let left = family.gap; left > 0; left--) tables.held.takeFirst(family.id)
  takeUp(tables, { ...family, held: family.held - family.gap, gap: family.gap * 2 }, add)
}

/** The parent of hosts. */
export const NO_PARENT = 0
/** The hash of the node that stands for all members of a node beyond the most. */
export const OTHERS = digest('*')

/** Returns the hashes of an address as `crawlAddress` gives it. */
export function familyKeys(address: string): FamilyKeys {
  const { host, section, family } = addressFamilies(address)
  return { host: digest(host), section: digest(section), family: digest(family) }
}

/** Returns the family of an address, which is added when it is new. */
export function findFamily(nodes: FamilyNodes, batch: number, address: string): FamilyRow {
  const keys = nodes.keysOf(address)
  const host = nodeOf(nodes, batch, NO_PARENT, keys.host, crawlLimits.hosts)
  const section = nodeOf(nodes, batch, host, keys.section, crawlLimits.sectionsOfHost)
  return nodes.family(nodeOf(nodes, batch, section, keys.family, crawlLimits.familiesOfSection))
}

/** Finds or adds a node. A parent with the most members gets one more, for all others. */
function nodeOf(nodes: FamilyNodes, batch: number, parent: number, hash: string, most: number): number {
  const known = nodes.find(batch, parent, hash)
  if (known !== undefined) return known
  if (nodes.count(batch, parent) < most) return nodes.insert(batch, parent, hash)
  return nodes.find(batch, parent, OTHERS) ?? nodes.insert(batch, parent, OTHERS)
}
