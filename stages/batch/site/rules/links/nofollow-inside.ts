import { isDisallowed } from '../addresses.ts'
import { linkItems } from '../link-items.ts'
import type { SiteRule } from '../site-rule.ts'

export const nofollowInside: SiteRule = {
  id: 'site-nofollow-inside',
  severity: 'warning',
  title: 'Internal links with nofollow',
  why: 'nofollow is for links to other sites that the author does not vouch for. Inside a site it keeps search engines from finding pages and from judging their importance.',
  fix: 'Remove nofollow from internal links; use noindex to keep pages out of the index.',
  effort: 'minutes',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
  needs: 'links',
  decidedBy: 'mention',
  links: 'nofollow',
  *find(site) {
    const { isInside } = site.addresses
    yield* linkItems(
      site,
      // What robots.txt disallows is not to be crawled anyway.
      (address) => isInside[address] === 1 && !isDisallowed(site, address),
      () => ({}),
      'nofollow',
    )
  },
}
