import type { SitePageRow } from '#shared/operations/results/site-report.ts'
import type { PageRows } from '#stages/batch/site/report/page-rows.ts'

/** At most `limit` rows with numbers above `after`, in order. */
export function rowsAfter(rows: PageRows, after: number, limit: number): SitePageRow[] {
  const from = rows.placeAfter(after)
  return Array.from({ length: Math.min(limit, rows.count - from) }, (_, index) => rows.row(from + index))
}
