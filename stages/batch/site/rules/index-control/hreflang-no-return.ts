import { alternatesOf, pagesInside, pageUrl, reasonOf, urlOf } from '../addresses.ts'
import type { AnalysedSite, SiteRule } from '../site-rule.ts'

export const hreflangNoReturn: SiteRule = {
  id: 'site-hreflang-no-return',
  severity: 'error',
  title: 'Missing hreflang return links',
  why: 'Each language version must name all others. Where the named page does not link back, Google may ignore the annotation.',
  fix: 'Put the same hreflang list on all language versions, with each version itself included.',
  effort: 'hours',
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: 'pages',
  *find(site) {
    for (const page of pagesInside(site))
      for (const { hreflang, address } of alternatesOf(site, page))
        if (hasNoReturn(site, page, address))
          yield { url: pageUrl(site, page), target: urlOf(site, address), hreflang }
  },
}

/** Whether the target was read, and does not name the page. A target that is no page is reported by another rule. */
function hasNoReturn(site: AnalysedSite, page: number, address: number): boolean {
  const { addresses, pages } = site
  const target = addresses.page[address] as number
  if (
    target < 0 ||
    target === page ||
    pages.address[target] !== address ||
    reasonOf(site, target) === 'error'
  )
    return false
  return !alternatesOf(site, target).some((back) => addresses.page[back.address] === page)
}
