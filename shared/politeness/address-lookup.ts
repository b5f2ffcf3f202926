import type { Egress } from '#shared/egress/egress.ts'

/** The address to which the host of a URL is connected; null = it has no allowed address. Never rejects. */
export type AddressLookup = (url: string) => Promise<string | null>

/** A look-up by the egress policy. Connections try the first of its addresses first. */
export function makeAddressLookup({ check }: Pick<Egress, 'check'>): AddressLookup {
  return async (url) => {
    const decision = await check(url)
    return decision.kind === 'allowed' ? (decision.addresses[0] ?? null) : null
  }
}
