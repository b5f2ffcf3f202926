import type { FailedPageRule } from '#shared/messages/payloads/site-facts.ts'
import { MOST_EXAMPLES } from '../../../frontier/decisions/bounds.ts'
import type { StoredPage } from '../../../site/records/page-record.ts'
import { queryRows, type Session } from '../connection/postgres.ts'
import { columnsOf } from '../connection/values.ts'

/** A record of `site/records` about a result: what is known of it, or what its audit found. */
interface RecordRow {
  /** Number of the batch, and of the result line. */
  readonly batch: number
  readonly n: number
  readonly record: Uint8Array
}

/** The page of an item. `url`: number of its text. */
interface PageRow extends PageKey {
  readonly page: StoredPage
}

/** Of several items with one URL, the first one counts. */
interface PageKey {
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
  const insert = `
    INSERT INTO ${table} (batch, n, record) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])`
  await queryRows(session, insert, rows, 'batch', 'n', 'record')
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
  return queryRows(session, FIND_PAGES, urls, 'batch', 'url')
}

/** A rule that a page failed. */
interface FailedRule {
  /** Number of the batch, and of the text of the rule's id. */
  readonly batch: number
  readonly rule: number
  /** Of the page, and its item. */
  readonly url: string
  readonly seq: number
  readonly failed: Pick<
    FailedPageRule,
    'category' | 'severity' | 'title' | 'fix' | 'docsUrl' | 'selector' | 'snippet' | 'message'
  >
}

/** The last example of each rule that has all. */
interface LastExample {
  readonly batch: number
  readonly rule: number
  readonly url: string
  readonly seq: number
}

const FIND_LAST = `
  SELECT batch, rule, last.url, last.seq FROM unnest($1::bigint[], $2::bigint[]) AS given (batch, rule)
  CROSS JOIN LATERAL (
    SELECT url, seq FROM site_examples WHERE site_examples.batch = given.batch AND site_examples.rule = given.rule
    ORDER BY url, seq LIMIT 1 OFFSET ${MOST_EXAMPLES - 1}) AS last`

const INSERT_RULES = `
  INSERT INTO site_rules (batch, rule, category, severity, title, fix, docs_url)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
  ON CONFLICT DO NOTHING`

const INSERT_EXAMPLES = `
  INSERT INTO site_examples (batch, rule, url, seq, selector, snippet, message)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[])
  ON CONFLICT DO NOTHING`

const CUT_EXAMPLES = `
  DELETE FROM site_examples WHERE (batch, rule, seq) IN (
    SELECT batch, rule, seq FROM (
      SELECT batch, rule, seq, row_number() OVER (PARTITION BY batch, rule ORDER BY url, seq) AS place
      FROM site_examples JOIN unnest($1::bigint[], $2::bigint[]) AS given (batch, rule) USING (batch, rule)) AS placed
    WHERE place > ${MOST_EXAMPLES})`

/**
 * Stores rules that pages failed, what was found at each page, and an example of each rule for the first pages. Most pages change
 * nothing. The caller holds the locks of the batches' rows.
 */
export async function insertRules(session: Session, failures: readonly FailedRule[]): Promise<void> {
  if (failures.length === 0) return
  const byRule = Map.groupBy(failures, keyOf)
  const firsts = [...byRule.values()].flatMap((ofRule) => ofRule.toSorted(inOrder).slice(0, MOST_EXAMPLES))
  const rules = [...byRule.values()].map(([failure]) => failure as FailedRule)
  const examples = await session.query<LastExample>(FIND_LAST, keysOf(rules))
  const last = new Map(examples.map((example) => [keyOf(example), example]))
  const added = firsts.filter((failure) => {
    const known = last.get(keyOf(failure))
    return known === undefined || inOrder(failure, known) < 0
  })
  if (added.length === 0) return
  await insertTexts(
    session,
    rules.filter((rule) => !last.has(keyOf(rule))),
  )
  await insertExamples(session, added)
}

const keyOf = ({ batch, rule }: Pick<FailedRule, 'batch' | 'rule'>) => `${batch} ${rule}`

/** As the table orders URLs, by their bytes. */
function inOrder(a: Pick<FailedRule, 'url' | 'seq'>, b: Pick<FailedRule, 'url' | 'seq'>): number {
  return Buffer.compare(Buffer.from(a.url), Buffer.from(b.url)) || a.seq - b.seq
}

const keysOf = (rules: readonly FailedRule[]) => columnsOf(rules, 'batch', 'rule')

async function insertTexts(session: Session, rules: readonly FailedRule[]): Promise<void> {
  if (rules.length === 0) return
  const failures = rules.map(({ failed }) => failed)
  const texts = columnsOf(failures, 'category', 'severity', 'title', 'fix', 'docsUrl')
  await session.query(INSERT_RULES, [...keysOf(rules), ...texts])
}

async function insertExamples(session: Session, examples: readonly FailedRule[]): Promise<void> {
  const failures = examples.map(({ failed }) => failed)
  await session.query(INSERT_EXAMPLES, [
    ...columnsOf(examples, 'batch', 'rule', 'url', 'seq'),
    ...columnsOf(failures, 'selector', 'snippet', 'message'),
  ])
  const rules = [...Map.groupBy(examples, keyOf).values()].map(([first]) => first as FailedRule)
  await session.query(CUT_EXAMPLES, keysOf(rules))
}
