import { addressesWhere, addressFault } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

export const sitemapNotIndexable: SiteRule = {
  id: 'site-sitemap-not-indexable',
  severity: 'error',
  title: 'Sitemap URLs that are not indexable',
  why: 'A sitemap is for URLs that should appear in search results. Errors, redirects, pages with noindex and pages with another canonical waste requests and make the rest less credible.',
  fix: 'List only canonical URLs that respond with 200 and are indexable.',
  effort: 'minutes',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  needs: 'sitemaps',
  decidedBy: 'response',
  *find(site) {
    const { isListed } = site.addresses
    const isWanted = (address: number) => isListed[address] === 1 && addressFault(site, address) !== null
    for (const { address, url } of addressesWhere(site, isWanted))
      yield { url, reason: addressFault(site, address) }
  },
}
