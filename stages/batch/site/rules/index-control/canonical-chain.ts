import { canonicalPage, pagesInside, pageUrl } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

export const canonicalChain: SiteRule = {
  id: 'site-canonical-chain',
  severity: 'warning',
  title: 'Canonical chains',
  why: 'A page whose canonical itself names another canonical sends contradictory signals: Google may pick either, or neither.',
  fix: 'Set the final URL as the canonical of each page.',
  effort: 'minutes',
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
