import { redirectsFrom, urlOf } from '../addresses.ts'
import { linkItems } from '../link-items.ts'
import type { SiteRule } from '../site-rule.ts'

export const linkToRedirect: SiteRule = {
  id: 'site-link-to-redirect',
  severity: 'warning',
  title: 'Internal links to redirects',
  why: 'Each redirect is one more request before the page appears, and search engines ask for links to the final URL.',
  fix: 'Link to the URL at the end of the redirect.',
  effort: 'hours',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/site-move-with-url-changes',
  needs: 'links',
  decidedBy: 'response',
  links: 'all',
  *find(site) {
    const { isInside, next, status } = site.addresses
    const isWanted = (address: number) => isInside[address] === 1 && (next[address] as number) >= 0
    yield* linkItems(site, isWanted, (address) => {
      const target = redirectsFrom(site, address).at(-1)
      return { status: status[address] || null, target: target === undefined ? null : urlOf(site, target) }
    })
  },
}
