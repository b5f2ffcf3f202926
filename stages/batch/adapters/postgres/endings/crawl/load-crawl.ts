import type { Session } from '../../connection/session.ts'
import { columnsOf } from '../../connection/values.ts'
import { roleOf } from '../../schema/numbers.ts'
import type { FamilyNode, HeldRow, LoadedCrawl, Misses, NodePlace } from './loaded-crawl.ts'
import { placeKey } from './loaded-crawl.ts'

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
  if (hashes.length === 0) return
  const rows = await session.query<{ at: number }>(SEEN, columnsOf(hashes, 'batch', 'hash'))
  for (const { at } of rows) {
    const known = hashes[at - 1]
    if (known !== undefined) crawls.get(known.batch)?.seen.add(known.hash)
  }
}

/** Loads how many members these families have. */
export async function loadMembers(
  session: Session,
  crawls: LoadedCrawls,
  hashes: readonly OfCrawl<{ readonly hash: string }>[],
): Promise<void> {
  if (hashes.length === 0) return
  const rows = await session.query<OfCrawl<{ hash: string; items: number }>>(
    MEMBERS,
    columnsOf(hashes, 'batch', 'hash'),
  )
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
  if (asked.length === 0) return
  for (const place of asked) crawls.get(place.batch)?.places.set(placeKey(place), null)
  const values = columnsOf(asked, 'batch', 'parent', 'hash')
  addNodes(crawls, await session.query<OfCrawl<FamilyNode>>(NODES_AT, values))
}

function addNodes(crawls: LoadedCrawls, rows: readonly OfCrawl<FamilyNode>[]): void {
  for (const { batch, ...node } of rows) crawls.get(batch)?.addNode(node)
}

const COUNTS = `
  SELECT given.batch, given.parent,
    (SELECT count(*) FROM page_families AS f WHERE f.batch = given.batch AND f.parent = given.parent) AS count
  FROM unnest($1::bigint[], $2::bigint[]) AS given (batch, parent)`

/** Loads how many members these nodes have. */
export async function loadCounts(
  session: Session,
  crawls: LoadedCrawls,
  parents: readonly OfCrawl<{ readonly parent: number }>[],
): Promise<void> {
  if (parents.length === 0) return
  const values = columnsOf(parents, 'batch', 'parent')
  const rows = await session.query<OfCrawl<{ parent: number; count: number }>>(COUNTS, values)
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
  if (wanted.length === 0) return
  const rows = await session.query<HeldColumns>(HELD, columnsOf(wanted, 'batch', 'family', 'most'))
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
