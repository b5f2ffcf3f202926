import type { SitemapFile, SitemapsInput } from '#shared/messages/payloads/audit-input.ts'
import { memoize } from '../../engine/memoize.ts'

/** Files that are sitemaps, or are called so by robots.txt or an index and did answer. */
export const foundSitemaps = memoize(({ files }: SitemapsInput): readonly SitemapFile[] =>
  files.filter((file) => isAnswered(file) && (file.kind !== 'other' || file.from !== 'default')),
)

/** A page of errors that says 200 at the usual place is no sitemap that somebody offers. */
function isAnswered({ status }: SitemapFile): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Whether it is certain that the file is not there. */
export function isAbsent({ status, kind, from }: SitemapFile): boolean {
  if (status === 404 || status === 410) return true
  return status !== null && status >= 200 && status < 300 && kind === 'other' && from === 'default'
}
