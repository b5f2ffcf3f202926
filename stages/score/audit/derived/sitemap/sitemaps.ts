import type { SitemapEntry, SitemapFile, SitemapsInput } from '#shared/messages/payloads/audit-input.ts'
import { addressOf } from '#shared/web/address-of.ts'
import { memoize } from '../../engine/memoize.ts'
import { externalEvidence, fail, notApplicable, pass } from '../../engine/rule.ts'
import type { Facts } from '../../facts/facts.ts'
import { driftOf } from '../canonical/canonical-drift.ts'
import { canonicalOf } from '../canonical/canonicals.ts'

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

/** Verdict on the dates of all sitemap files. */
export function evaluateLastmods<const Message extends string>(
  files: readonly SitemapFile[],
  message: Message,
  tallyOf: (file: SitemapFile) => SitemapFile['lastmodInvalid'],
) {
  const total = files.reduce((sum, { entries }) => sum + entries, 0)
  if (total === 0) return notApplicable
  const faulty = files.filter((file) => tallyOf(file).count > 0)
  const [first] = faulty
  if (first === undefined) return pass
  const affected = faulty.reduce((sum, file) => sum + tallyOf(file).count, 0)
  const extent = { affected: Math.min(affected, total), total }
  const evidence = faulty.map((file) => externalEvidence(`${file.url}: ${tallyOf(file).first}`))
  return fail(message, { values: { first: tallyOf(first).first ?? '' }, evidence, extent })
}

/**
 * Entries that name this page by another URL than its canonical: another spelling, or the page's own URL where the
 * canonical is another page. A URL with another query is another page.
 */
export function variantsIn({
  document,
  http,
  sitemaps,
}: Pick<Facts, 'document' | 'http' | 'sitemaps'>): SitemapEntry[] {
  const canonical = canonicalOf({ document, http })?.url ?? http.finalUrl
  const [own, wanted] = [addressOf(http.finalUrl), addressOf(canonical)]
  return sitemaps.matches.filter(({ loc }) => {
    const url = URL.parse(loc)
    if (url === null || addressOf(url) === wanted) return false
    return addressOf(url) === own || driftOf(canonical, url) !== null
  })
}
