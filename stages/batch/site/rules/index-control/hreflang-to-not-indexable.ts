import { addressFault, alternatesOf, pagesInside, pageUrl, urlOf } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

export const hreflangToNotIndexable: SiteRule = {
  id: 'site-hreflang-to-not-indexable',
  severity: 'error',
  title: 'hreflang URLs that are not indexable',
  why: 'hreflang may only name pages that search engines may show. For an error, a redirect, a page with noindex or with another canonical the annotation is ignored.',
  fix: 'Use canonical URLs in hreflang that respond with 200 and are indexable.',
  effort: 'hours',
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: 'pages',
  *find(site) {
    for (const page of pagesInside(site))
      for (const { hreflang, address } of alternatesOf(site, page)) {
        const reason = site.pages.address[page] === address ? null : addressFault(site, address)
        if (reason !== null)
          yield { url: pageUrl(site, page), target: urlOf(site, address), hreflang, reason }
      }
  },
}
