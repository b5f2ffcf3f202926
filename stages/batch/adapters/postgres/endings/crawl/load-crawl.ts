import type { FamilyRow, SectionRow, StoredItem } from '../../../../frontier/decisions/decision-tables.ts'
import { queryRows, type Session } from '../../connection/postgres.ts'
import { roleOf } from '../../schema/frontier-schema.ts'

/** A node of a crawl's families: it is a host, a section or a family. */
export interface FamilyNode extends FamilyRow, SectionRow {
  readonly hash: string
}

/** An item that is held back, with its place in the order. */
interface HeldRow extends StoredItem {
  readonly n: number
}

/** The first held items of a family, in order. */
interface HeldHead {
  readonly rows: readonly HeldRow[]
  /** There are no others. */
  readonly isWhole: boolean
}

/** Where a node is: its parent, and its hash. */
export interface NodePlace {
  readonly parent: number
  readonly hash: string
}

/** Names a place in a map. */
export const placeKey = ({ parent, hash }: NodePlace) => `${parent} ${hash}`

/** What was read of a crawl in the transaction that holds the lock of its row. Nothing of it changes meanwhile. */
export class LoadedCrawl {
  /** Of the hashes of items that may be added, those that the crawl has had. */
  readonly seen = new Set<string>()
  /** Members of the families by address and query that were asked for; 0 for one that was not. */
  readonly members = new Map<string, number>()
  readonly nodes = new Map<number, FamilyNode>()
  /** The number of the node at each place that was asked for; null = there is none. */
  readonly places = new Map<string, number | null>()
  /** Members of nodes. */
  readonly counts = new Map<number, number>()
  readonly held = new Map<number, HeldHead>()
  /** The numbers of the first families with held items, in their order. */
  withHeld: { readonly ids: readonly number[]; readonly isWhole: boolean } | null = null

  addNode(node: FamilyNode): void {
    this.nodes.set(node.id, node)
    this.places.set(placeKey(node), node.id)
  }
}

/** Rows that a decision wanted and that were not loaded. */
export class Misses {
  readonly places = new Map<string, NodePlace>()
  readonly counts = new Set<number>()
  readonly nodes = new Set<number>()
  /** How many held items of a family are wanted. */
  readonly held = new Map<number, number>()
  /** How many families with held items are wanted. */
  withHeld = 0

  isEmpty(): boolean {
    const { places, counts, nodes, held } = this
    return places.size + counts.size + nodes.size + held.size + this.withHeld === 0
  }
}

/** A decision cannot go on without rows that are not loaded. */
export class MissingRows extends Error {}

/** Something that is asked for of a crawl, by the number of its batch. */
export type OfCrawl<T> = T & { readonly batch: number }

/** What was loaded of crawls, by the number of the batch. */
export type LoadedCrawls = ReadonlyMap<number, LoadedCrawl>

const digits = (column: string) => `replace(${column}::text, '-', '') AS hash`

const SEEN = `
  SELECT given.at FROM unnest($1::bigint[], $2::uuid[]) WITH ORDINALITY AS given (batch, hash, at)
  JOIN seen ON seen.batch = given.batch AND seen.hash = given.hash`

const MEMBERS = `
  SELECT families.batch, ${digits('families.hash')}, items FROM unnest($1::bigint[], $2::uuid[]) AS given (batch, hash)
  JOIN families ON families.batch = given.batch AND families.hash = given.hash`

/** Loads which of these items crawls have had, by their hashes. */
export async function loadSeen(
  session: Session,
  crawls: LoadedCrawls,
  hashes: readonly OfCrawl<{ readonly hash: string }>[],
): Promise<void> {
  const rows: { at: number }[] = await queryRows(session, SEEN, hashes, 'batch', 'hash')
  for (const { at } of rows) {
    const known = hashes[at - 1]
    if (known !== undefined) crawls.get(known.batch)?.seen.add(known.hash)
  }
}

type Members = OfCrawl<{ hash: string; items: number }>

/** Loads how many members these families have. */
export async function loadMembers(
  session: Session,
  crawls: LoadedCrawls,
  hashes: readonly OfCrawl<{ readonly hash: string }>[],
): Promise<void> {
  const rows: Members[] = await queryRows(session, MEMBERS, hashes, 'batch', 'hash')
  for (const { batch, hash, items } of rows) crawls.get(batch)?.members.set(hash, items)
}

const NODE = `f.batch, f.id, f.parent, ${digits('f.hash')}, f.open_items, f.held, f.compared, f.fresh, f.stale, f.gap, f.rank, f.contents`

const NODES_AT = `
  SELECT ${NODE} FROM unnest($1::bigint[], $2::bigint[], $3::uuid[]) AS given (batch, parent, hash)
  JOIN page_families AS f ON f.batch = given.batch AND f.parent = given.parent AND f.hash = given.hash`

/** Loads the nodes at these places. A place without one is known as empty afterwards. */
export async function loadNodes(
  session: Session,
  crawls: LoadedCrawls,
  places: readonly OfCrawl<NodePlace>[],
): Promise<void> {
  const asked = places.filter((place) => crawls.get(place.batch)?.places.has(placeKey(place)) === false)
  for (const place of asked) crawls.get(place.batch)?.places.set(placeKey(place), null)
  addNodes(crawls, await queryRows(session, NODES_AT, asked, 'batch', 'parent', 'hash'))
}

function addNodes(crawls: LoadedCrawls, rows: readonly OfCrawl<FamilyNode>[]): void {
  for (const { batch, ...node } of rows) crawls.get(batch)?.addNode(node)
}

const COUNTS = `
  SELECT given.batch, given.parent,
    (SELECT count(*) FROM page_families AS f WHERE f.batch = given.batch AND f.parent = given.parent) AS count
  FROM unnest($1::bigint[], $2::bigint[]) AS given (batch, parent)`

type Counted = OfCrawl<{ parent: number; count: number }>

/** Loads how many members these nodes have. */
export async function loadCounts(
  session: Session,
  crawls: LoadedCrawls,
  parents: readonly OfCrawl<{ readonly parent: number }>[],
): Promise<void> {
  const rows: Counted[] = await queryRows(session, COUNTS, parents, 'batch', 'parent')
  for (const { batch, parent, count } of rows) crawls.get(batch)?.counts.set(parent, count)
}

const HELD = `
  SELECT given.batch, given.family, h.n, h.role, h.parameters, h.depth, h.url, h.source, h.scope
  FROM unnest($1::bigint[], $2::bigint[], $3::int[]) AS given (batch, family, most)
  CROSS JOIN LATERAL (
    SELECT * FROM held_items WHERE held_items.batch = given.batch AND held_items.family = given.family
    ORDER BY n LIMIT given.most) AS h
  ORDER BY h.n`

type HeldColumns = OfCrawl<Omit<HeldRow, 'role'> & { family: number; role: number }>

/** Loads the first held items of families, as many as are wanted of each. */
export async function loadHeld(
  session: Session,
  crawls: LoadedCrawls,
  wanted: readonly OfCrawl<{ readonly family: number; readonly most: number }>[],
): Promise<void> {
  const rows: HeldColumns[] = await queryRows(session, HELD, wanted, 'batch', 'family', 'most')
  const byFamily = Map.groupBy(rows, ({ batch, family }) => `${batch} ${family}`)
  for (const { batch, family, most } of wanted) {
    const found = byFamily.get(`${batch} ${family}`) ?? []
    const head = found.map((row) => ({ ...row, role: roleOf(row.role) }))
    crawls.get(batch)?.held.set(family, { rows: head, isWhole: found.length < most })
  }
}

const WITH_HELD = `
  SELECT ${NODE} FROM page_families AS f WHERE batch = $1 AND held > 0 AND held > CASE WHEN rank = 2 THEN gap ELSE 0 END
  ORDER BY rank, stale, id LIMIT $2`

const NODES = `SELECT ${NODE} FROM page_families AS f WHERE batch = $1 AND id = ANY($2::bigint[])`

async function loadWithHeld(
  session: Session,
  crawls: LoadedCrawls,
  batch: number,
  most: number,
): Promise<void> {
  const crawl = crawls.get(batch)
  if (crawl === undefined || most === 0) return
  const rows = await session.query<OfCrawl<FamilyNode>>(WITH_HELD, [batch, most])
  addNodes(crawls, rows)
  crawl.withHeld = { ids: rows.map(({ id }) => id), isWhole: rows.length < most }
  const parents = rows.map(({ parent }) => parent)
  await loadById(session, crawls, batch, parents)
}

async function loadById(
  session: Session,
  crawls: LoadedCrawls,
  batch: number,
  ids: readonly number[],
): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => crawls.get(batch)?.nodes.has(id) === false)
  if (missing.length > 0) addNodes(crawls, await session.query<OfCrawl<FamilyNode>>(NODES, [batch, missing]))
}

/** Loads what a run of decisions about a crawl lacked. */
export async function loadMisses(
  session: Session,
  crawls: LoadedCrawls,
  batch: number,
  misses: Misses,
): Promise<void> {
  const { places, counts, held } = misses
  await loadNodes(
    session,
    crawls,
    [...places.values()].map((place) => ({ ...place, batch })),
  )
  await loadCounts(
    session,
    crawls,
    [...counts].map((parent) => ({ parent, batch })),
  )
  await loadHeld(
    session,
    crawls,
    [...held].map(([family, most]) => ({ family, most, batch })),
  )
  await loadWithHeld(session, crawls, batch, misses.withHeld)
  await loadById(session, crawls, batch, [...misses.nodes])
}
