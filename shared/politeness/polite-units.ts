import { siteOf } from '#shared/domains.ts'
import { hostKey } from '#shared/messages/topics.ts'
import type { AddressOf } from './address-of.ts'

/** What hosts have in common that take turns together. */
export type PoliteBy = 'host' | 'domain' | 'ip'

/** Who takes turns with whom on the batch lane: URLs of the same unit do. '' for what has no host. */
export interface PoliteUnits {
  /** The unit of a URL; its name is looked up where the address decides. Never rejects. */
  of(url: string): Promise<string>
  /** The same as far as it is known: the host where its address is not known yet. */
  known(url: string): string
}

/** Each host for itself. */
export const hostUnits: PoliteUnits = { of: async (url) => hostKey(url), known: hostKey }

/**
 * Units by host name, by registrable domain (Public Suffix List; each user of a private suffix such as `github.io` has a
 * domain of its own), or by the address that a name is connected to. What has no domain, or no address now, is a unit by
 * its host.
 */
export function makePoliteUnits(by: PoliteBy, addressOf: AddressOf): PoliteUnits {
  if (by === 'host') return hostUnits
  if (by === 'ip') return addressUnits(addressOf)
  const domain = (url: string) => siteOf(hostKey(url))
  return { of: async (url) => domain(url), known: domain }
}

/** Hosts whose address is remembered; the oldest goes first. */
const MOST_HOSTS = 20_000

function addressUnits(addressOf: AddressOf): PoliteUnits {
  const addresses = new Map<string, string>()
  function remember(host: string, address: string): void {
    addresses.delete(host)
    addresses.set(host, address)
    const oldest = addresses.keys().next()
    if (addresses.size > MOST_HOSTS && !oldest.done) addresses.delete(oldest.value)
  }
  const known = (url: string) => addresses.get(hostKey(url)) ?? hostKey(url)
  return {
    known,
    async of(url) {
      const address = await addressOf(url)
      if (address === null) return hostKey(url)
      remember(hostKey(url), address)
      return address
    },
  }
}
