import type { Egress } from '#shared/egress/egress.ts'

/** The address that a URL's host is connected to; null where it has none that may be connected to. Never rejects. */
export type AddressLookup = (url: string) => Promise<string | null>

/** Asks the policy, whose connections try the first of its addresses first. */
export function makeAddressLookup({ check }: Pick<Egress, 'check'>): AddressLookup {
  return async (url) => {
    const decision = await check(url)
    return decision.kind === 'allowed' ? (decision.addresses[0] ?? null) : null
  }
}
