import { linkItems } from '../link-items.ts'
import type { SiteRule } from '../site-rule.ts'

export const nofollowInside: SiteRule = {
  id: 'site-nofollow-inside',
  severity: 'warning',
  title: 'Links inside the site are not to be followed',
  why: 'nofollow is for links to other sites that the author does not vouch for. Inside a site it keeps search engines from finding pages and from judging their importance.',
  fix: 'Take nofollow away from links to own pages; keep pages out of the index with noindex instead.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
  needs: 'links',
  decidedBy: 'mention',
  *find(site) {
    const { isInside } = site.addresses
    yield* linkItems(
      site,
      (address) => isInside[address] === 1,
      () => ({}),
      'nofollow',
    )
  },
}
