import { pagesInside, pageUrl, reasonOf, stateOf, urlOf } from '../addresses.ts'
import type { AnalysedSite, SiteRule } from '../site-rule.ts'
import { alternatesOf } from './alternates.ts'
import { targetFault } from './targets.ts'

export const hreflangToNotIndexable: SiteRule = {
  id: 'site-hreflang-to-not-indexable',
  severity: 'error',
  title: 'A language version cannot be indexed',
  why: 'hreflang may only name pages that search engines may show. For an error, a redirect, a page with noindex or with another canonical the annotation is ignored.',
  fix: 'Name canonical addresses that answer with 200 and may be indexed.',
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: 'pages',
  *find(site) {
    for (const page of pagesInside(site))
      for (const { hreflang, address } of alternatesOf(site, page)) {
        const reason = site.pages.address[page] === address ? null : faultOf(site, address)
        if (reason !== null)
          yield { url: pageUrl(site, page), target: urlOf(site, address), hreflang, reason }
      }
  },
}

function faultOf(site: AnalysedSite, address: number): string | null {
  const page = site.addresses.page[address] as number
  const hasOtherCanonical = stateOf(site, address) === 'page' && reasonOf(site, page) === 'canonical'
  return hasOtherCanonical ? 'canonical' : targetFault(site, address)
}
