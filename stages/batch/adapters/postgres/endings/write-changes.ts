import { queryRows, type Session } from '../connection/postgres.ts'
import { appendLines } from '../results/result-rows.ts'
import { storedRoles } from '../schema/frontier-schema.ts'
import { insertSiteRows, type SiteRows } from '../site/site-rows.ts'
import type { BatchChanges } from './decide-batch.ts'

const SEEN = `
  INSERT INTO seen (batch, hash) SELECT * FROM unnest($1::bigint[], $2::uuid[]) ON CONFLICT DO NOTHING`

const MEMBERS = `
  INSERT INTO families (batch, hash, items) SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::int[])
  ON CONFLICT (batch, hash) DO UPDATE SET items = families.items + excluded.items`

const NODES = `
  INSERT INTO page_families (batch, id, parent, hash, open_items, held, compared, fresh, stale, gap, rank, contents)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
    $9::bigint[], $10::bigint[], $11::smallint[], $12::bytea[])
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
  const all = <T extends object>(of: (crawl: BatchChanges['crawl']) => readonly T[]) =>
    batches.flatMap(({ crawl, row }) => of(crawl).map((one) => ({ ...one, batch: row.num })))
  const seen = all((crawl) => [...crawl.seen].map((hash) => ({ hash })))
  await queryRows(session, SEEN, seen, 'batch', 'hash')
  const members = all((crawl) => [...crawl.members].map(([hash, items]) => ({ hash, items })))
  await queryRows(session, MEMBERS, members, 'batch', 'hash', 'items')
  const nodes = all((crawl) => [...crawl.nodes.values()])
  const counts = ['open_items', 'held', 'compared', 'fresh', 'stale', 'gap', 'rank'] as const
  await queryRows(session, NODES, nodes, 'batch', 'id', 'parent', 'hash', ...counts, 'contents')
  const held = all((crawl) =>
    crawl.held.map(({ family, item }) => ({ ...item, family, role: storedRoles[item.role] })),
  )
  await queryRows(
    session,
    HELD,
    held,
    'batch',
    'family',
    'role',
    'parameters',
    'depth',
    'url',
    'source',
    'scope',
  )
  const taken = all((crawl) => crawl.taken.map((n) => ({ n })))
  await queryRows(session, TAKEN, taken, 'n')
  await appendLines(session, batches.flatMap(linesOf))
  await insertSiteRows(session, joined(batches.map(({ site }) => site)))
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
