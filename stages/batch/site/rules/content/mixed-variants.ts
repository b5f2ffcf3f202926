import { likelyRepeated } from '../../duplicates/equal-texts.ts'
import { pageUrl } from '../addresses.ts'
import type { AnalysedSite, SiteRule } from '../site-rule.ts'

export const mixedVariants: SiteRule = {
  id: 'site-mixed-variants',
  severity: 'warning',
  title: 'Same page at several URL variants without a canonical',
  why: 'URLs that differ only in www, http or https, a trailing slash or upper case are different pages to a search engine. Without a redirect or a canonical it picks one itself, and links to them are split.',
  fix: 'Redirect all variants to one of them (301), and link only to that one.',
  effort: 'hours',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: 'pages',
  *find(site) {
    const { canonical, digest, title } = site.pages
    const withoutCanonical = site.indexable.filter((page) => (canonical[page] as number) < 0)
    const candidates = likelyRepeated(
      withoutCanonical,
      (page) => (digest[2 * page] as number) || (title[page] as number),
    )
    const groups = Map.groupBy(candidates, (page) => `${contentOf(site, page)} ${variantOf(site, page)}`)
    for (const pages of groups.values())
      if (pages.length > 1) yield { urls: pages.map((page) => pageUrl(site, page)) }
  },
}

/** What equal pages have in common. */
function contentOf({ pages: { digest, title, h1, words } }: AnalysedSite, page: number): string {
  return [digest[2 * page], digest[2 * page + 1], title[page], h1[page], words[page]].join(' ')
}

/** What the variants of an address have in common. */
function variantOf(site: AnalysedSite, page: number): string {
  const { hostname, port, pathname, search } = new URL(pageUrl(site, page))
  const host = hostname.replace(/^www\./, '')
  return `${host}:${port}${pathname.replace(/\/$/, '')}${search}`.toLowerCase()
}
