import { isDisallowed } from '../addresses.ts'
import { linkItems } from '../link-items.ts'
import type { SiteRule } from '../site-rule.ts'

export const robotsBlockedLinked: SiteRule = {
  id: 'site-robots-blocked-linked',
  severity: 'warning',
  title: 'Links inside the site lead to pages that robots.txt blocks',
  why: 'Search engines cannot read such a page, and may show its address without a description all the same, because links lead to it.',
  fix: 'Allow the page in robots.txt where it should be found; use noindex, which needs the page to be readable, where it should not.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
  needs: 'links',
  decidedBy: 'response',
  *find(site) {
    const { isInside } = site.addresses
    const isWanted = (address: number) => isInside[address] === 1 && isDisallowed(site, address)
    yield* linkItems(site, isWanted, () => ({}), 'followed')
  },
}
