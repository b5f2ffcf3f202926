import { addressesWhere, redirectsFrom, urlOf } from '../addresses.ts'
import type { AnalysedSite, SiteRule } from '../site-rule.ts'

/** Redirects in a row that are a chain. */
const CHAIN = 2

export const redirectChain: SiteRule = {
  id: 'site-redirect-chain',
  severity: 'warning',
  title: 'Redirect chains',
  why: 'Google asks to avoid chains of redirects: each one costs time and can break, and crawlers give up after some.',
  fix: 'Redirect each URL straight to the final one.',
  effort: 'minutes',
  reference:
    'https://developers.google.com/search/docs/crawling-indexing/site-move-with-url-changes#redirects',
  needs: 'pages',
  decidedBy: 'response',
  *find(site) {
    for (const { address, url } of addressesWhere(site, (one) => isChain(site, one))) {
      const hops = redirectsFrom(site, address).map((hop) => urlOf(site, hop))
      yield { url, target: hops.at(-1), hops }
    }
  },
}

function isChain(site: AnalysedSite, address: number): boolean {
  if (site.addresses.isInside[address] !== 1) return false
  const hops = redirectsFrom(site, address)
  // What leads into a circle has no end.
  const isCircle = hops.at(-1) === address || new Set(hops).size < hops.length
  return hops.length >= CHAIN && !isCircle
}
