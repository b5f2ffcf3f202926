import type { SiteReport } from '#shared/operations/results/site-report.ts'

/** What each part of the report gets. */
export interface ReportProps {
  readonly report: SiteReport
  readonly parameters: URLSearchParams
}
