import type { Session } from '../connection/session.ts'
import { packBytes } from '../packed-bytes.ts'
import { appendLines } from '../results/append-lines.ts'
import { storedRoles } from '../schema/stored-roles.ts'
import { insertSiteRows, type SiteRows } from '../site/site-rows.ts'
import type { BatchChanges } from './decide-batch.ts'

const SEEN = `
  INSERT INTO seen (batch, hash) SELECT * FROM unnest($1::bigint[], $2::uuid[]) ON CONFLICT DO NOTHING`

const MEMBERS = `
  INSERT INTO families (batch, hash, items) SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::int[])
  ON CONFLICT (batch, hash) DO UPDATE SET items = families.items + excluded.items`

const NODES = `
  INSERT INTO page_families (batch, id, parent, hash, open_items, held, compared, fresh, stale, gap, rank, contents)
  SELECT batch, id, parent, hash, open_items, held, compared, fresh, stale, gap, rank,
    CASE WHEN length > 0 THEN substring($12::bytea, start, length) END
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
      $9::bigint[], $10::bigint[], $11::smallint[], $13::int[], $14::int[])
    AS given (batch, id, parent, hash, open_items, held, compared, fresh, stale, gap, rank, start, length)
  ON CONFLICT (batch, id) DO UPDATE SET open_items = excluded.open_items, held = excluded.held, compared = excluded.compared,
    fresh = excluded.fresh, stale = excluded.stale, gap = excluded.gap, rank = excluded.rank, contents = excluded.contents`

const HELD = `
  INSERT INTO held_items (batch, family, role, parameters, depth, url, source, scope)
  SELECT batch, family, role, parameters, depth, url, source, scope
  FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::bigint[], $5::int[], $6::text[], $7::text[], $8::text[])
    WITH ORDINALITY AS given (batch, family, role, parameters, depth, url, source, scope, at)
  ORDER BY at`

const TAKEN = 'DELETE FROM held_items WHERE n = ANY($1::bigint[])'

/** Writes what endings change, but for the items, their queues and the rows of the batches. */
export async function writeChanges(session: Session, batches: readonly BatchChanges[]): Promise<void> {
  const all = <T extends object>(of: (batch: BatchChanges) => readonly T[]) =>
    batches.flatMap((batch) => of(batch).map((one) => ({ ...one, batch: batch.row.num })))
  await write(
    session,
    SEEN,
    all(({ crawl }) => [...crawl.seen].map((hash) => ({ hash }))),
    ['batch', 'hash'],
  )
  const members = all(({ crawl }) => [...crawl.members].map(([hash, items]) => ({ hash, items })))
  await write(session, MEMBERS, members, ['batch', 'hash', 'items'])
  await writeNodes(
    session,
    all(({ crawl }) => [...crawl.nodes.values()]),
  )
  const held = all(({ crawl }) =>
    crawl.held.map(({ family, item }) => ({ ...item, family, role: storedRoles[item.role] })),
  )
  await write(session, HELD, held, [
    ...(['batch', 'family', 'role', 'parameters', 'depth', 'url', 'source', 'scope'] as const),
  ])
  const taken = batches.flatMap(({ crawl }) => crawl.taken)
  if (taken.length > 0) await session.query(TAKEN, [taken])
  await appendLines(session, batches.flatMap(linesOf))
  await insertSiteRows(session, joined(batches.map(({ site }) => site)))
}

/** Writes rows in one statement, with an array for each of these columns. */
async function write<Row extends object>(
  session: Session,
  text: string,
  rows: readonly Row[],
  columns: readonly (keyof Row)[],
): Promise<void> {
  if (rows.length === 0) return
  await session.query(
    text,
    columns.map((column) => rows.map((row) => row[column])),
  )
}

type NodeRow = Parameters<Parameters<BatchChanges['crawl']['nodes']['forEach']>[0]>[0] & { batch: number }

async function writeNodes(session: Session, nodes: readonly NodeRow[]): Promise<void> {
  if (nodes.length === 0) return
  const of = <T>(value: (node: NodeRow) => T) => nodes.map(value)
  const contents = packBytes(of((node) => node.contents ?? new Uint8Array()))
  await session.query(NODES, [
    ...[of(({ batch }) => batch), of(({ id }) => id), of(({ parent }) => parent), of(({ hash }) => hash)],
    ...[of((node) => node.open_items), of(({ held }) => held), of(({ compared }) => compared)],
    ...[of(({ fresh }) => fresh), of(({ stale }) => stale), of(({ gap }) => gap), of(({ rank }) => rank)],
    ...[contents.bytes, contents.starts, contents.lengths],
  ])
}

function linesOf({ row, firstLine, lines }: BatchChanges) {
  if (lines.length === 0) return []
  return [{ batch: row.num, first: firstLine, last: row.lines, lines: Buffer.concat(lines) }]
}

function joined(sites: readonly SiteRows[]): SiteRows {
  return {
    results: sites.flatMap(({ results }) => results),
    found: sites.flatMap(({ found }) => found),
    pages: sites.flatMap(({ pages }) => pages),
    rules: sites.flatMap(({ rules }) => rules),
  }
}
