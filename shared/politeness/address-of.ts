import type { Egress } from '#shared/egress/egress.ts'

/** The address that a URL's host is connected to; null where it has none that may be connected to. Never rejects. */
export type AddressOf = (url: string) => Promise<string | null>

/** Asks the policy, whose connections try the first of its addresses first. */
export function addressBy({ check }: Pick<Egress, 'check'>): AddressOf {
  return async (url) => {
    const verdict = await check(url)
    return verdict.kind === 'allowed' ? (verdict.addresses[0] ?? null) : null
  }
}
