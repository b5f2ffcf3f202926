import { isBroken, isDisallowed, reasonOf, stateOf } from '../addresses.ts'
import type { AnalysedSite } from '../site-rule.ts'

/**
 * Why the target of a reference (a canonical, an hreflang) cannot be indexed: error, redirect, noindex or blocked; null
 * when it can, when its only fault is another canonical, and when nobody asked for it.
 */
export function targetFault(site: AnalysedSite, address: number): string | null {
  const { addresses } = site
  const state = stateOf(site, address)
  if (state === 'redirect') return 'redirect'
  if (state === 'page') {
    const reason = reasonOf(site, addresses.page[address] as number)
    return reason === 'none' || reason === 'canonical' ? null : reason
  }
  if (isDisallowed(site, address)) return 'blocked'
  return isBroken(site, address) ? 'error' : null
}
