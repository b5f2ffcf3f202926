import type { SitemapEntry } from '#shared/messages/payloads/audit-input.ts'
import type { Facts } from '../../facts/facts.ts'
import { driftOf } from '../canonical/canonical-drift.ts'
import { canonicalOf } from '../canonical/canonicals.ts'
import { addressOf } from '../page/page-address.ts'

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
