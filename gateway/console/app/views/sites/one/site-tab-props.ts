import type { ReportProps } from '../../batches/report/report-props.ts'
import type { SiteHistory } from '../site.ts'

/** What each part of a site's page gets. */
export interface SiteTabProps extends ReportProps {
  /** The crawl that is shown. */
  readonly id: string
  readonly host: string
  /** The finished crawls; null = there is none yet. */
  readonly site: SiteHistory | null
}
