import { isBroken, statusOf } from '../addresses.ts'
import { linkItems } from '../link-items.ts'
import type { SiteRule } from '../site-rule.ts'
import { answerOf } from './broken-link.ts'

/** Many sites refuse programs with these and answer people. */
const refusals: ReadonlySet<number> = new Set([401, 403, 405, 406, 451, 503, 999])

export const brokenExternalLink: SiteRule = {
  id: 'site-broken-external-link',
  severity: 'warning',
  title: 'Broken external links',
  why: 'Visitors land on an error page, and a page with dead links looks neglected.',
  fix: 'Correct the URL of each link, or remove the link.',
  effort: 'hours',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable#link-to-others',
  needs: 'links',
  decidedBy: 'response',
  links: 'all',
  *find(site) {
    const { isInside } = site.addresses
    const isWanted = (address: number) =>
      isInside[address] === 0 && isBroken(site, address) && !refusals.has(statusOf(site, address))
    yield* linkItems(site, isWanted, (address) => answerOf(site, address))
  },
}
