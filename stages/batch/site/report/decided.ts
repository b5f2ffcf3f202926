import { isBroken, isDisallowed, stateOf, urlOf } from '../rules/addresses.ts'
import type { AnalysedSite, SiteItem, SiteRule } from '../rules/site-rule.ts'
import type { AddressState } from '../site.ts'
import { urlsOf } from './site-issues.ts'

/** What a rule needs to know of a URL. */
type Decider = NonNullable<SiteRule['decidedBy']> | 'page'

/** States of an address in which each kind of rule could decide. */
const decidedStates: Readonly<Record<Decider, ReadonlySet<AddressState>>> = {
  page: new Set(['page', 'redirect']),
  response: new Set(['page', 'redirect', 'answered']),
  mention: new Set(['unknown', 'page', 'redirect', 'answered', 'challenged', 'failed']),
}

/**
 * Whether a site that has no such item could have had it: the pages that the item names, and those where it found the links, were
 * read there, or are no part of that site.
 */
export function isDecided(rule: SiteRule, item: SiteItem, site: AnalysedSite): boolean {
  const decidedBy = rule.decidedBy ?? 'page'
  return (
    urlsOf(item).every((url) => isKnown(site, url, decidedBy)) &&
    sourcesOf(item).every((url) => isKnown(site, url, 'page'))
  )
}

function sourcesOf({ sources }: SiteItem): string[] {
  return Array.isArray(sources) ? sources.map(({ url }: { readonly url: string }) => url) : []
}

function isKnown(site: AnalysedSite, url: string, decidedBy: Decider): boolean {
  const address = addressOf(site, url)
  if (address < 0 || decidedStates[decidedBy].has(stateOf(site, address))) return true
  // A server that does not answer, or a refusal by robots.txt, decides what responses decide.
  return decidedBy === 'response' && (isBroken(site, address) || isDisallowed(site, address))
}

/** The address of a URL; -1 = the site has none. Addresses are in the order of their URLs. */
function addressOf(site: AnalysedSite, url: string): number {
  let [low, high] = [0, site.addresses.count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (urlOf(site, middle) < url) low = middle + 1
    else high = middle
  }
  return low < site.addresses.count && urlOf(site, low) === url ? low : -1
}
