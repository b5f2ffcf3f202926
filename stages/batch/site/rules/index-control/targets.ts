import { isBroken, isDisallowed, reasonOf, stateOf } from '../addresses.ts'
import type { AnalysedSite } from '../site-rule.ts'

/**
 * Why an address cannot be indexed, by what is known of it: error, redirect, noindex, another canonical or blocked. Null when
 * it can, and when nobody asked for it.
 */
export function addressFault(site: AnalysedSite, address: number): string | null {
  const state = stateOf(site, address)
  if (state === 'redirect') return 'redirect'
  if (state === 'page') {
    const reason = reasonOf(site, site.addresses.page[address] as number)
    return reason === 'none' ? null : reason
  }
  if (isDisallowed(site, address)) return 'blocked'
  return isBroken(site, address) ? 'error' : null
}

/** The same for the canonical of a page: that it has another canonical itself is a finding of its own (a chain). */
export function canonicalFault(site: AnalysedSite, address: number): string | null {
  const fault = addressFault(site, address)
  return fault === 'canonical' ? null : fault
}
