import type { DatabaseSync } from 'node:sqlite'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { ruleTexts } from '#shared/operations/rule-texts.ts'
import type { AuditTotals } from '../../../../site/audit-totals.ts'
import { readAllFound, readFound, readResult } from '../../../../site/records/result-record.ts'
import type { FindingPages } from '../../../../site/report/chosen-pages.ts'
import { byLoss, pagesUrl } from '../../../../site/report/site-issues.ts'
import { urlOf } from '../../../../site/rules/addresses.ts'
import type { Site, SiteResults } from '../../../../site/site.ts'
import { rowsOf } from './address-table.ts'

type FailedRule = SiteReport['rules'][number]

interface RuleRow {
  readonly rule: number
  readonly id: string
  readonly category: string
  readonly severity: FailedRule['severity']
  readonly title: string
  readonly fix: string
  readonly docs_url: string
}

const HUNDREDTHS = 100
const THOUSAND = 1000

/** A batch by its number in the file, and by its id. */
interface NumberedBatch {
  readonly num: number
  readonly id: string
}

/**
 * The rules about pages that pages of a batch failed, those that take most first. Each has the examples that are stored of it, or
 * those of `more`.
 */
export function loadRules(
  db: DatabaseSync,
  { num: batch, id: batchId }: NumberedBatch,
  { audited, rules }: AuditTotals,
  more: ExamplesToLoad | null = null,
): FailedRule[] {
  const select = db.prepare(`
    SELECT rule, text AS id, category, severity, title, fix, docs_url
    FROM site_rules JOIN site_texts ON site_texts.id = rule WHERE site_rules.batch = ? ORDER BY text`)
  const examples = db.prepare(`
    SELECT url, selector, snippet, message FROM site_examples WHERE batch = ? AND rule = ? ORDER BY url, seq`)
  const rows = select.all(batch) as unknown as RuleRow[]
  const further = more && loadExamples(db, batch, rows, rules, more)
  return rows
    .map(({ rule, id, ...about }): FailedRule => {
      const { pages = 0, elements = 0, points: hundredths = 0 } = rules.get(rule) ?? {}
      const share = Math.round((pages / audited) * THOUSAND) / THOUSAND
      const stored = examples.all(batch, rule) as unknown as FailedRule['examples']
      const read = further?.get(rule) ?? []
      return {
        ...{ rule_id: id, ...about, ...knownTexts(id), pages, share, elements },
        points: hundredths / audited / HUNDREDTHS,
        pages_url: pagesUrl(batchId, id),
        examples: (read.length > stored.length ? read : stored).map((one) => ({ ...one })),
      }
    })
    .sort(byLoss(({ pages }) => pages))
    .map((one) => ({ ...one, points: Math.round(one.points * HUNDREDTHS) / HUNDREDTHS }))
}

/** What the audits of the pages did not bring: of rules that this version has. */
function knownTexts(id: string): Pick<FailedRule, 'why' | 'effort'> {
  const texts = ruleTexts(id)
  return texts === null ? {} : { why: texts.why, effort: texts.effort }
}

type Example = SiteReport['rules'][number]['examples'][number]

/** A rule by the number of its id, and by its id. */
interface NumberedRule {
  readonly rule: number
  readonly id: string
}

/** Of how many pages of each rule it is read what was found there, and of which site. */
interface ExamplesToLoad {
  readonly most: number
  readonly site: Pick<Site, 'results' | 'addresses'>
}

/** Characters of the URLs and messages of all rules together, of which each rule has the same share. */
const MAX_CHARS = 3_000_000

/**
 * What rules found at their first pages in order of their URLs, by the number of the rule, as far as it fits: without selector and
 * snippet, which texts for people do not have. The record of a page is read once for all rules.
 */
export function loadExamples(
  db: DatabaseSync,
  batch: number,
  rules: readonly NumberedRule[],
  totals: AuditTotals['rules'],
  { most, site }: ExamplesToLoad,
): ReadonlyMap<number, readonly Example[]> {
  const share = Math.floor(MAX_CHARS / Math.max(1, rules.length))
  const lists = new Map(rules.map(({ rule }) => [rule, new Examples(share)]))
  const select = db.prepare('SELECT record FROM site_found WHERE batch = ? AND n = ?')
  const { address, line } = site.results
  for (const [place, ofPlace] of rulesByPlace(rules, totals, { most, site })) {
    const row = select.get(batch, line[place] as number)
    const found = row === undefined ? {} : readAllFound(row.record as Uint8Array)
    const url = urlOf(site, address[place] as number)
    for (const { rule, id } of ofPlace)
      if (Object.hasOwn(found, id)) lists.get(rule)?.add(url, found[id]?.message ?? '')
  }
  return new Map([...lists].map(([rule, { entries }]) => [rule, entries]))
}

/** The places of results that are to be read, each with the rules that found something there; in order of their addresses. */
function rulesByPlace(
  rules: readonly NumberedRule[],
  totals: AuditTotals['rules'],
  { most, site }: ExamplesToLoad,
): [place: number, rules: NumberedRule[]][] {
  const { address } = site.results
  const places = new Map<number, NumberedRule[]>()
  for (const one of rules)
    for (const place of totals.get(one.rule)?.first.first(most) ?? []) {
      const known = places.get(place)
      if (known === undefined) places.set(place, [one])
      else known.push(one)
    }
  return [...places].sort(([a], [b]) => (address[a] as number) - (address[b] as number) || a - b)
}

/** Examples of a rule, as far as they fit. */
class Examples {
  readonly entries: Example[] = []
  #left: number

  constructor(chars: number) {
    this.#left = chars
  }

  add(url: string, message: string): void {
    this.#left -= url.length + message.length
    if (this.#left >= 0) this.entries.push({ url, selector: null, snippet: null, message })
  }
}

/**
 * What a rule about pages found, by the places of results that have an audit. Which pages failed it is read at once, what was
 * found when it is asked for.
 */
export function pageFindingPages(
  db: DatabaseSync,
  batch: number,
  rule: string,
  { line, overall }: Pick<SiteResults, 'line' | 'overall'>,
): FindingPages {
  const failed = failedLines(db, batch, rule)
  const select = db.prepare('SELECT record FROM site_found WHERE batch = ? AND n = ?')
  return {
    isFound: (at) => (overall[at] as number) >= 0 && failed.has(line[at] as number),
    foundAt(at) {
      const row = select.get(batch, line[at] as number)
      return row === undefined ? null : readFound(row.record as Uint8Array, rule)
    },
  }
}

function failedLines(db: DatabaseSync, batch: number, rule: string): ReadonlySet<number> {
  const lines = new Set<number>()
  const id = db.prepare('SELECT id FROM site_texts WHERE batch = ? AND text = ?').get(batch, rule)?.id
  if (id === undefined) return lines
  const results = rowsOf<readonly [n: number, record: Uint8Array]>(
    db,
    'SELECT n, record FROM site_results WHERE batch = ?',
    batch,
  )
  for (const [n, record] of results)
    if (readResult(record).audit?.rules.some(([failed]) => failed === id)) lines.add(n)
  return lines
}
