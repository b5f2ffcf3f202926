import { endOf, isBroken, isLoop, stateOf, statusOf } from '../addresses.ts'
import { linkItems } from '../link-items.ts'
import type { AnalysedSite, SiteRule } from '../site-rule.ts'

export const brokenLink: SiteRule = {
  id: 'site-broken-link',
  severity: 'error',
  title: 'Links inside the site lead to errors',
  why: 'Readers end at an error page, and search engines drop what answers with an error from the index; what the link could pass on is lost.',
  fix: 'Correct the address of each link, or remove it; redirect addresses that have moved.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  needs: 'links',
  decidedBy: 'response',
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
