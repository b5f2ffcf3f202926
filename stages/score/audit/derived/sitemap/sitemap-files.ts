import type { SitemapFile, SitemapsInput } from '#shared/messages/payloads/audit-input.ts'
import { memoize } from '../../engine/memoize.ts'

/** Files that are sitemaps, and answered files that robots.txt or an index names as sitemaps. */
export const foundSitemaps = memoize(({ files }: SitemapsInput): readonly SitemapFile[] =>
  files.filter((file) => isAnswered(file) && (file.kind !== 'other' || file.from !== 'default')),
)

/** An error page with status 200 at the default location is no sitemap. */
function isAnswered({ status }: SitemapFile): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Whether the file certainly does not exist. */
export function isAbsent({ status, kind, from }: SitemapFile): boolean {
  if (status === 404 || status === 410) return true
  return status !== null && status >= 200 && status < 300 && kind === 'other' && from === 'default'
}
