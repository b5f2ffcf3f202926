import { hostKey } from '#shared/messages/topics.ts'
import { registrableDomain } from '#shared/registrable-domain.ts'
import type { AddressLookup } from './address-lookup.ts'

/** What hosts have in common that take turns together. */
export type HostGrouping = 'host' | 'domain' | 'ip'

/** Who takes turns with whom on the batch lane: URLs of the same unit do. '' for what has no host. */
export interface HostGroups {
  /** The unit of a URL; its name is looked up where the address decides. Never rejects. */
  of(url: string): Promise<string>
  /** The same as far as it is known: the host where its address is not known yet. */
  cached(url: string): string
}

/** Each host for itself. */
export const singleHostGroups: HostGroups = { of: async (url) => hostKey(url), cached: hostKey }

/**
 * Units by host name, by registrable domain (Public Suffix List; each user of a private suffix such as `github.io` has a
 * domain of its own), or by the address that a name is connected to. What has no domain, or no address now, is a unit by
 * its host.
 */
export function makeHostGroups(by: HostGrouping, addressOf: AddressLookup): HostGroups {
  if (by === 'host') return singleHostGroups
  if (by === 'ip') return addressGroups(addressOf)
  const domain = (url: string) => registrableDomain(hostKey(url))
  return { of: async (url) => domain(url), cached: domain }
}

/** Hosts whose address is remembered; the oldest goes first. */
const MOST_HOSTS = 20_000

function addressGroups(addressOf: AddressLookup): HostGroups {
  const addresses = new Map<string, string>()
  function remember(host: string, address: string): void {
    addresses.delete(host)
    addresses.set(host, address)
    const oldest = addresses.keys().next()
    if (addresses.size > MOST_HOSTS && !oldest.done) addresses.delete(oldest.value)
  }
  const cached = (url: string) => addresses.get(hostKey(url)) ?? hostKey(url)
  return {
    cached,
    async of(url) {
      const address = await addressOf(url)
      if (address === null) return hostKey(url)
      remember(hostKey(url), address)
      return address
    },
  }
}
