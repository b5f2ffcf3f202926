import { canonicalFault, pagesInside, pageUrl, urlOf } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

export const canonicalToNotIndexable: SiteRule = {
  id: 'site-canonical-to-not-indexable',
  severity: 'error',
  title: 'Canonicals that are not indexable',
  why: 'The page asks search engines to show another URL instead, and that one is an error, a redirect, blocked or has noindex: neither may appear.',
  fix: 'Set a canonical that responds with 200 and is indexable, or the page itself.',
  effort: 'hours',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: 'pages',
  *find(site) {
    const { canonical, address } = site.pages
    for (const page of pagesInside(site)) {
      const target = canonical[page] as number
      const reason = target < 0 || target === address[page] ? null : canonicalFault(site, target)
      if (reason !== null) yield { url: pageUrl(site, page), canonical: urlOf(site, target), reason }
    }
  },
}
