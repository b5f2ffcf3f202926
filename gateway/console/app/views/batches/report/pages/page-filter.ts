import type { SitePageRow } from '#shared/operations/results/site-report.ts'
import { hasText } from '../../../../ui/table/has-text.ts'

/** Which pages are shown, by the names of the report's counts. */
export const pageKinds = ['indexable', 'not_indexable', 'unknown', 'failed'] as const

/** The pages of a kind (any other word = all) that have a text in their address, title or code. */
export function filterPages(rows: readonly SitePageRow[], kind: string, text: string): SitePageRow[] {
  return rows.filter(
    (row) =>
      (kindOf(row) === kind || !(pageKinds as readonly string[]).includes(kind)) &&
      hasText([row.url, row.title, row.code], text),
  )
}

function kindOf({ code, indexable }: SitePageRow): (typeof pageKinds)[number] {
  if (code !== null) return 'failed'
  if (indexable === null) return 'unknown'
  return indexable ? 'indexable' : 'not_indexable'
}
