import { endOf, isBroken, isLoop, stateOf, statusOf } from '../addresses.ts'
import { linkItems } from '../link-items.ts'
import type { AnalysedSite, SiteRule } from '../site-rule.ts'

export const brokenLink: SiteRule = {
  id: 'site-broken-link',
  severity: 'error',
  title: 'Broken internal links',
  why: 'Visitors land on an error page, and search engines drop URLs that respond with an error from the index; the value of the link is lost.',
  fix: 'Correct the URL of each link, or remove the link; redirect URLs that have moved.',
  effort: 'hours',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  needs: 'links',
  decidedBy: 'response',
  links: 'all',
  *find(site) {
    const { isInside } = site.addresses
    const isWanted = (address: number) =>
      isInside[address] === 1 && isBroken(site, address) && !isLoop(site, address)
    yield* linkItems(site, isWanted, (address) => answerOf(site, address))
  },
}

/** The status at the end of the redirects of an address, or the reason why there is none. */
export function answerOf(site: AnalysedSite, address: number): Readonly<Record<string, unknown>> {
  const status = statusOf(site, address)
  if (status > 0) return { status }
  const end = endOf(site, address)
  const reason = site.addresses.failureReason[end] as number
  return {
    status: null,
    ...(stateOf(site, end) === 'failed' && reason > 0 && { reason: site.text(reason) }),
  }
}
