import { canonicalPage, pagesInside, pageUrl } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

export const canonicalChain: SiteRule = {
  id: 'site-canonical-chain',
  severity: 'warning',
  title: 'The canonical of a page has another canonical',
  why: 'A page that names a canonical which itself names another one sends contradictory signals: Google may choose either, or neither.',
  fix: 'Let each page name the final canonical at once.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: 'pages',
  *find(site) {
    for (const page of pagesInside(site)) {
      const canonical = canonicalPage(site, page)
      const next = canonical < 0 ? -1 : canonicalPage(site, canonical)
      if (next >= 0)
        yield { url: pageUrl(site, page), canonical: pageUrl(site, canonical), target: pageUrl(site, next) }
    }
  },
}
