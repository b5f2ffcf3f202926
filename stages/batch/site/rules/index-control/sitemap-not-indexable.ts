import { addressesWhere } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'
import { addressFault } from './targets.ts'

export const sitemapNotIndexable: SiteRule = {
  id: 'site-sitemap-not-indexable',
  severity: 'error',
  title: 'The sitemap lists addresses that cannot be indexed',
  why: 'A sitemap is for the addresses that should appear in search results. Errors, redirects, pages with noindex and pages with another canonical in it waste requests and make the rest less credible.',
  fix: 'List only canonical addresses that answer with 200 and may be indexed.',
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
