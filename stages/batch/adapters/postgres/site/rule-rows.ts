import type { FailedPageRule } from '#shared/messages/payloads/site-facts.ts'
import type { Session } from '../connection/session.ts'
import { columnsOf } from '../connection/values.ts'

/** A rule that a page failed. */
export interface FailedRule {
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

/** Examples that are kept of a rule: those of the first URLs in order, so that the order of the results does not matter. */
const MOST_EXAMPLES = 10

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
