import type { PageBudget } from '#shared/async/budget-exceeded.ts'
import { makeSiteReports, type SiteReports } from '../../sqlite/site/site-reports.ts'

/** Makes reports from the database of that URL in a thread with a connection of its own. */
export function postgresSiteReports(url: string, budget: PageBudget): SiteReports {
  return makeSiteReports({ source: url, program: new URL('report.worker.ts', import.meta.url), budget })
}
