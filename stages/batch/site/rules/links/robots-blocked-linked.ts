import { isDisallowed } from '../addresses.ts'
import { linkItems } from '../link-items.ts'
import type { SiteRule } from '../site-rule.ts'

export const robotsBlockedLinked: SiteRule = {
  id: 'site-robots-blocked-linked',
  severity: 'warning',
  title: 'Internal links to pages blocked by robots.txt',
  why: 'Search engines cannot read such a page, and may still show its URL without a description because of the links.',
  fix: 'Allow the page in robots.txt where it should be found. Where it should not, use noindex instead, which needs the page to be crawlable.',
  effort: 'hours',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
  needs: 'links',
  decidedBy: 'response',
  links: 'followed',
  *find(site) {
    const { isInside } = site.addresses
    const isWanted = (address: number) => isInside[address] === 1 && isDisallowed(site, address)
    yield* linkItems(site, isWanted, () => ({}), 'followed')
  },
}
