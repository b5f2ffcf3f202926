import type { SiteReport } from '#shared/operations/results/site-report.ts'
import type { AuditTotals } from '../audit-totals.ts'
import type { AnalysedSite } from '../rules/site-rule.ts'
import { PageRows } from './page-rows.ts'
import { siteIssuesOf, withPoints } from './site-issues.ts'
import { siteScoreOf } from './site-score.ts'
import { pagesSummary, scoresSummary } from './summaries.ts'
import { SITE_RULE_VERSION, SITE_SCHEMA_VERSION } from './versions.ts'

/** What a report is made of besides the site. */
export interface ReportContext extends Pick<SiteReport, 'batch' | 'complete' | 'rules'> {
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
