import type { SiteReport } from '#shared/operations/results/site-report.ts'

/** What each part of a report gets. */
export interface ReportProps {
  readonly report: SiteReport
  readonly parameters: URLSearchParams
  /** The address of the same report with these parameters. */
  linkTo(parameters: Readonly<Record<string, string | undefined>>): string
}
