import { equalityOf, keysOfItem } from '../../../frontier/decisions/item-hash.ts'
import type { Batch, NewItem } from '../../../frontier/frontier.ts'
import { mostInFlight } from '../../../frontier/most-in-flight.ts'
import { type BatchRow, batchOf } from '../batches/batch-rows.ts'
import type { Session } from '../connection/session.ts'
import { storedRoles } from '../schema/stored-roles.ts'
import { parameterIds } from './parameter-rows.ts'
import { countArrivals, queuesOf } from './queue-rows.ts'

export interface IntakeOptions {
  /** The most items in flight of a queue whose batch has no manners of its own. */
  readonly perHost: number
  /** The name of the queue that a URL waits in, in a batch (its id). */
  queueOf(url: string, batch?: string): string
}

/** An item that may be added. */
interface Draft {
  readonly item: NewItem
  /** Its parameters without `url`, as JSON text. */
  readonly json: string
  /** 16 bytes as hexadecimal digits. */
  readonly hash: string
}

/** An insert that finds nothing new returns all numbers, one that finds nothing known returns none. */
const SEE = `
  WITH added AS (
    INSERT INTO seen (batch, hash) SELECT $1, hash FROM unnest($2::uuid[]) AS given (hash) ON CONFLICT DO NOTHING RETURNING hash
  )
  SELECT n::int FROM unnest($2::uuid[]) WITH ORDINALITY AS given (hash, n) WHERE hash NOT IN (SELECT hash FROM added)`
const FORGET = 'DELETE FROM seen WHERE batch = $1 AND hash = ANY($2::uuid[])'

/** A list that is null counts as one of null. */
const INSERT = `
  INSERT INTO items (batch, seq, queue, parameters, url, role, depth, source, scope)
  SELECT $1, $2 + n, queue, parameters, url, coalesce(role, ${storedRoles.page}), depth, source, scope
  FROM unnest($3::bigint[], $4::bigint[], $5::text[], $6::smallint[], $7::int[], $8::text[], $9::text[])
    WITH ORDINALITY AS given (queue, parameters, url, role, depth, source, scope, n)`

/**
 * Adds items to a locked batch, which the caller saves, as `Frontier.add` says. Returns for each item whether it was added.
 */
export async function insertItems(
  options: IntakeOptions,
  session: Session,
  row: BatchRow,
  items: readonly NewItem[],
): Promise<boolean[]> {
  if (row.is_dropped || row.finished_at !== null) return items.map(() => false)
  const batch = batchOf(row)
  const drafts = draftsOf(batch, items)
  const added = await takeNew(session, row, drafts)
  if (added.length > 0) await insertNew(options, session, { row, batch, added })
  const isAdded = new Set(added)
  return drafts.map((draft) => isAdded.has(draft))
}

function draftsOf(batch: Batch, items: readonly NewItem[]): Draft[] {
  const equality = equalityOf(batch)
  return items.map((item) => ({ item, ...keysOfItem(item, equality) }))
}

/** Records the items that the batch has not had and has room for, and counts them. */
async function takeNew(session: Session, row: BatchRow, drafts: readonly Draft[]): Promise<Draft[]> {
  const distinct = [...new Map(drafts.toReversed().map((draft) => [draft.hash, draft])).values()].reverse()
  if (distinct.length === 0) return []
  const known = await session.query<{ n: number }>(SEE, [row.num, distinct.map(({ hash }) => hash)])
  const isKnown = new Set(known.map(({ n }) => n - 1))
  const added: Draft[] = []
  const excess: string[] = []
  for (const [at, draft] of distinct.entries()) {
    if (isKnown.has(at)) continue
    if (count(row, draft.item.role)) added.push(draft)
    else excess.push(draft.hash)
  }
  if (excess.length > 0) await session.query(FORGET, [row.num, excess])
  return added
}

/** Counts an item. Returns false when the batch has no room for it: discovery items have the same limit as their pages. */
function count(row: BatchRow, role: NewItem['role']): boolean {
  const [all, open] =
    role === 'page' ? (['accepted', 'open_items'] as const) : (['discoveries', 'open_discoveries'] as const)
  if (row[all] >= (row.most_pages ?? Number.POSITIVE_INFINITY)) return false
  row[all] += 1
  row[open] += 1
  return true
}

interface Insert {
  readonly row: BatchRow
  readonly batch: Batch
  readonly added: readonly Draft[]
}

async function insertNew(
  { perHost, queueOf }: IntakeOptions,
  session: Session,
  { row, batch, added }: Insert,
): Promise<void> {
  const hosts = added.map(({ item }) => queueOf(item.parameters.url, row.id))
  const most = mostInFlight(batch.politeness, perHost)
  const queues = await queuesOf(session, row.num, arrivalsOf(hosts), most)
  const parameters = await parameterIds(session, row.num, new Set(added.map(({ json }) => json)))
  await session.query(INSERT, [
    row.num,
    row.seq,
    hosts.map((host) => queues.get(host)?.id),
    added.map(({ json }) => parameters.get(json)),
    added.map(({ item }) => storedUrl(item.parameters.url)),
    ...optionalColumns(added.map(({ item }) => item)),
  ])
  row.seq += added.length
  await countArrivals(session, queues.values(), perHost)
}

function arrivalsOf(hosts: readonly string[]) {
  const counts = new Map<string, number>()
  for (const host of hosts) counts.set(host, (counts.get(host) ?? 0) + 1)
  return [...counts].map(([host, items]) => ({ host, items }))
}

/** The columns that lists do not need: role, depth, source and scope. */
function optionalColumns(items: readonly NewItem[]): unknown[] {
  return [
    items.some(({ role }) => role !== 'page') ? items.map(({ role }) => storedRoles[role]) : null,
    unlessNull(items.map(({ depth }) => depth)),
    unlessNull(items.map(({ from }) => from)),
    unlessNull(items.map(({ scope }) => scope)),
  ]
}

function unlessNull<T>(values: readonly (T | null)[]): readonly (T | null)[] | null {
  return values.some((value) => value !== null) ? values : null
}

/** PostgreSQL stores no U+0000. The URL that is requested has none either. */
export function storedUrl(url: string): string {
  return url.includes('\0') ? new URL(url).href : url
}
