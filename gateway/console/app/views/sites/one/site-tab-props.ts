import type { SiteReport } from '#shared/operations/results/site-report.ts'
import type { SiteHistory } from '../site.ts'

/** What each part of a site's page gets. */
export interface SiteTabProps {
  /** The crawl that is shown. */
  readonly id: string
  readonly host: string
  /** The finished crawls; null = there is none yet. */
  readonly site: SiteHistory | null
  readonly report: SiteReport
  readonly parameters: URLSearchParams
}
