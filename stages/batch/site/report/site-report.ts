import type { SiteReport } from '#shared/operations/results/site-report.ts'
import type { AuditTotals } from '../audit-totals.ts'
import type { AnalysedSite, SiteSeverity } from '../rules/site-rule.ts'
import { PageRows } from './page-rows.ts'
import { siteIssuesOf, withPoints } from './site-issues.ts'
import { pagesSummary, scoresSummary } from './summaries.ts'

/** What a report is made of besides the site. */
interface ReportContext extends Pick<SiteReport, 'batch' | 'complete' | 'rules'> {
  readonly audits: AuditTotals
}

/** Builds the report on a site. Pure: the same facts give the same report, in whatever order they arrived. */
export function siteReportOf(
  site: AnalysedSite,
  { audits, batch, complete, rules }: ReportContext,
): SiteReport {
  const rows = new PageRows(site)
  const pages = pagesSummary(site, rows)
  const scores = scoresSummary(site, audits, rows)
  const issues = siteIssuesOf(site)
  // What search engines may show is what a site is judged by.
  const score = pages.indexable === 0 ? null : siteScoreOf(scores?.mean ?? null, issues, pages.total)
  return {
    schema_version: SITE_SCHEMA_VERSION,
    rule_version: SITE_RULE_VERSION,
    batch,
    complete,
    pages,
    score,
    scores,
    rules,
    site_issues: withPoints(issues, score, batch.id),
  }
}

/** Version of the structure of the report: within a major version fields are only added. */
const SITE_SCHEMA_VERSION = '1.0.0'
/** Raised with every change of a finding, of points or of a formula. */
const SITE_RULE_VERSION = '1.1.0'

type SiteScore = NonNullable<SiteReport['score']>

/** Share of the mean page score in the score of an audited site; the rest is that of the rules about the site. */
const PAGES_WEIGHT = 0.7

/** Points that a rule takes when the whole site is affected. */
const points: Readonly<Record<SiteSeverity, number>> = { error: 30, warning: 15, info: 3 }

const WHOLE = 100

/** What one rule about the site found. */
interface SiteFinding {
  readonly id: string
  readonly title: string
  readonly severity: SiteSeverity
  /** URLs that its items name. */
  readonly affected: number
}

/**
 * Scores a site (`infra/docs/batches.md#site-score`): 100 less what the pages lack on average, and less the points of each
 * rule about the site by the share of the site that is affected. `mean`: the mean score of the audited pages; null without.
 */
export function siteScoreOf(mean: number | null, findings: readonly SiteFinding[], total: number): SiteScore {
  const weight = mean === null ? 1 : 1 - PAGES_WEIGHT
  const ofSite = scaled(findings.map((finding) => ({ finding, points: pointsOf(finding, total) })))
  const ofPages = mean === null || mean === WHOLE ? [] : [pagesDeduction(mean)]
  const deductions = [
    ...ofPages,
    ...ofSite.map(({ finding: { id, title }, points }) => ({
      id,
      reason: title,
      points: cut(points * weight),
    })),
  ].filter(({ points }) => points > 0)
  const sum = deductions.reduce((all, { points }) => all + points, 0)
  return {
    overall: Math.round((WHOLE - sum) * WHOLE) / WHOLE,
    deductions: deductions.toSorted((a, b) => b.points - a.points),
  }
}

function pagesDeduction(mean: number): SiteScore['deductions'][number] {
  const reason = `The pages have ${mean} of 100 points on average`
  return { id: 'pages', reason, points: cut((WHOLE - mean) * PAGES_WEIGHT) }
}

/** Logarithmic in the affected share, so that the first affected pages weigh most. */
function pointsOf({ severity, affected }: SiteFinding, total: number): number {
  const share = total === 0 ? 0 : Math.min(1, affected / total)
  return points[severity] * Math.log10(1 + 9 * share)
}

/** All deductions together take 100 at most. */
function scaled<T extends { readonly points: number }>(all: readonly T[]): T[] {
  const sum = all.reduce((total, { points }) => total + points, 0)
  const factor = sum > WHOLE ? WHOLE / sum : 1
  return all.map((one) => ({ ...one, points: one.points * factor }))
}

/** Less than the error of a calculation with these numbers. */
const TINY = 1e-9

/** Cuts points to two decimals, so that those that are shown add up and never exceed 100. */
function cut(points: number): number {
  return Math.floor(points * WHOLE + TINY) / WHOLE
}
