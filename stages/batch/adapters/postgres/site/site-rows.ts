import type { StoredPage } from '../../../site/records/page-record.ts'
import type { Session } from '../connection/session.ts'
import { columnsOf } from '../connection/values.ts'
import { type FailedRule, insertRules } from './rule-rows.ts'

/** A record of `site/records` about a result: what is known of it, or what its audit found. */
export interface RecordRow {
  /** Number of the batch, and of the result line. */
  readonly batch: number
  readonly n: number
  readonly record: Uint8Array
}

/** The page of an item. `url`: number of its text. */
export interface PageRow extends PageKey {
  readonly page: StoredPage
}

/** Of several items with one URL, the first one counts. */
export interface PageKey {
  readonly batch: number
  readonly url: number
  readonly seq: number
}

/** What ended items say about the sites of their batches. */
export interface SiteRows {
  readonly results: readonly RecordRow[]
  readonly found: readonly RecordRow[]
  /** One of each URL of a batch. */
  readonly pages: readonly PageRow[]
  readonly rules: readonly FailedRule[]
}

/** Stores rows of sites in the transaction that ends their items. The caller holds the locks of the batches' rows. */
export async function insertSiteRows(session: Session, rows: SiteRows): Promise<void> {
  await insertRecords(session, 'site_results', rows.results)
  await insertRecords(session, 'site_found', rows.found)
  await insertPages(session, rows.pages)
  await insertRules(session, rows.rules)
}

async function insertRecords(
  session: Session,
  table: 'site_results' | 'site_found',
  rows: readonly RecordRow[],
): Promise<void> {
  if (rows.length === 0) return
  const insert = `
    INSERT INTO ${table} (batch, n, record) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])`
  await session.query(insert, columnsOf(rows, 'batch', 'n', 'record'))
}

const INSERT_PAGES = `
  INSERT INTO site_pages (batch, url, seq, final_url, is_blocked, alternates, nodes, links, record, link_texts)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::boolean[], $6::int[], $7::int[], $8::int[],
    $9::bytea[], $10::bytea[])
  ON CONFLICT (batch, url) DO UPDATE SET seq = excluded.seq, final_url = excluded.final_url, is_blocked = excluded.is_blocked,
    alternates = excluded.alternates, nodes = excluded.nodes, links = excluded.links, record = excluded.record,
    link_texts = excluded.link_texts
  WHERE excluded.seq < site_pages.seq`

async function insertPages(session: Session, rows: readonly PageRow[]): Promise<void> {
  if (rows.length === 0) return
  const pages = rows.map(({ page }) => page)
  const heads = pages.map(({ head }) => head)
  await session.query(INSERT_PAGES, [
    ...columnsOf(rows, 'batch', 'url', 'seq'),
    ...columnsOf(heads, 'finalUrl', 'isBlocked', 'alternates', 'nodes', 'links'),
    ...columnsOf(pages, 'record', 'linkTexts'),
  ])
}

const FIND_PAGES = `
  SELECT batch, url, seq FROM unnest($1::bigint[], $2::bigint[]) AS given (batch, url) JOIN site_pages USING (batch, url)`

/** The stored pages among these URLs, each with the item that it is of. */
export async function findPages(
  session: Session,
  urls: readonly Pick<PageKey, 'batch' | 'url'>[],
): Promise<PageKey[]> {
  if (urls.length === 0) return []
  return session.query<PageKey>(FIND_PAGES, columnsOf(urls, 'batch', 'url'))
}
