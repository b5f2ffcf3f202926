import type { DatabaseSync } from 'node:sqlite'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import type { AuditTotals } from '../../../../site/audit-totals.ts'
import { readAllFound } from '../../../../site/records/found-record.ts'
import { urlOf } from '../../../../site/rules/addresses.ts'
import type { Site } from '../../../../site/site.ts'

type Example = SiteReport['rules'][number]['examples'][number]

/** A rule by the number of its id, and by its id. */
export interface NumberedRule {
  readonly rule: number
  readonly id: string
}

/** Of how many pages of each rule it is read what was found there, and of which site. */
export interface ExamplesToLoad {
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
