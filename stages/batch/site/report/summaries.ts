import type { SiteReport } from '#shared/operations/results/site-report.ts'
import type { AuditTotals } from '../audit-totals.ts'
import { urlOf } from '../rules/addresses.ts'
import type { AnalysedSite } from '../rules/site-rule.ts'
import { PageRows, type RowState } from './page-rows.ts'

/** Counts the rows of a site. */
export function pagesSummary(site: AnalysedSite, rows: PageRows): SiteReport['pages'] {
  const states: Record<RowState, number> = { indexable: 0, not_indexable: 0, failed: 0, unknown: 0 }
  const byStatus = new Counter<number>()
  const byDepth = new Counter<number>()
  const byCode = new Counter<number>()
  for (let at = 0; at < rows.count; at++) {
    states[rows.stateOf(at)] += 1
    byStatus.add(rows.statusOf(at))
    byDepth.add(rows.depthOf(at))
    byCode.add(site.results.code[at] || null)
  }
  return {
    total: rows.count,
    ...states,
    by_status: byStatus.entries(String),
    by_depth: byDepth.entries(String),
    by_code: byCode.entries((code) => site.text(code)),
  }
}

/** Counts values; null is not counted. */
class Counter<Value extends number> {
  readonly #counts = new Map<Value, number>()

  add(value: Value | null): void {
    if (value !== null) this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1)
  }

  /** In order of the names. */
  entries(nameOf: (value: Value) => string): Record<string, number> {
    const named = [...this.#counts].map(([value, count]) => [nameOf(value), count] as const)
    return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

const WORST = 10
const RANGE = 10
const HUNDREDTHS = 100

/** Sums up the scores of the audited pages that can be indexed; null without any. */
export function scoresSummary(
  site: AnalysedSite,
  { byCategory }: Pick<AuditTotals, 'byCategory'>,
  rows = new PageRows(site),
): SiteReport['scores'] {
  const places = Array.from(site.results.overall.keys()).filter(
    (at) => (site.results.overall[at] as number) >= 0 && rows.stateOf(at) === 'indexable',
  )
  if (places.length === 0) return null
  const overall = (at: number) => site.results.overall[at] as number
  // Results with equal scores are in order of their addresses, which is that of their URLs.
  const ordered = places.sort(
    (a, b) =>
      overall(a) - overall(b) || (site.results.address[a] as number) - (site.results.address[b] as number),
  )
  const scores = ordered.map(overall)
  return {
    mean: rounded(scores.reduce((sum, score) => sum + score, 0) / scores.length),
    median: medianOf(scores),
    by_category: Object.fromEntries(
      [...byCategory]
        .map(([category, scores]) => [site.text(category), meanOf(places, scores)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    distribution: distributionOf(scores),
    worst: ordered
      .slice(0, WORST)
      .map((at) => ({ url: urlOf(site, site.results.address[at] as number), overall: overall(at) })),
  }
}

/** Of scores in hundredths. */
function meanOf(places: readonly number[], scores: Uint16Array): number {
  const sum = places.reduce((all, at) => all + (scores[at] as number), 0)
  return rounded(sum / HUNDREDTHS / places.length)
}

/** Of scores in order. */
function medianOf(scores: readonly number[]): number {
  const middle = scores.length / 2
  const upper = scores[Math.floor(middle)] ?? 0
  return Number.isInteger(middle) ? ((scores[middle - 1] ?? 0) + upper) / 2 : upper
}

/** Ten points a range; the last one has 100 besides. */
function distributionOf(scores: readonly number[]): { from: number; to: number; pages: number }[] {
  return Array.from({ length: RANGE }, (_, index) => {
    const from = index * RANGE
    const to = index === RANGE - 1 ? 100 : from + RANGE - 1
    return { from, to, pages: scores.filter((score) => score >= from && score <= to).length }
  })
}

function rounded(score: number): number {
  return Math.round(score * HUNDREDTHS) / HUNDREDTHS
}
