import { addressesWhere, isBroken, isDisallowed, reasonOf, stateOf } from '../addresses.ts'
import type { AnalysedSite, SiteRule } from '../site-rule.ts'

export const sitemapNotIndexable: SiteRule = {
  id: 'site-sitemap-not-indexable',
  severity: 'error',
  title: 'The sitemap lists addresses that cannot be indexed',
  why: 'A sitemap is for the addresses that should appear in search results. Errors, redirects, pages with noindex and pages with another canonical in it waste requests and make the rest less credible.',
  fix: 'List only canonical addresses that answer with 200 and may be indexed.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  needs: 'sitemaps',
  *find(site) {
    const { isListed } = site.addresses
    const isWanted = (address: number) => isListed[address] === 1 && faultOf(site, address) !== null
    for (const { address, url } of addressesWhere(site, isWanted))
      yield { url, reason: faultOf(site, address) }
  },
}

/** Why an address does not belong into a sitemap; null when it does, or when nobody asked for it. */
function faultOf(site: AnalysedSite, address: number): string | null {
  const { addresses } = site
  const state = stateOf(site, address)
  if (state === 'redirect') return 'redirect'
  if (state === 'page') {
    const reason = reasonOf(site, addresses.page[address] as number)
    return reason === 'none' ? null : reason
  }
  if (isDisallowed(site, address)) return 'blocked'
  return isBroken(site, address) ? 'error' : null
}
