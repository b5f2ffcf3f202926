import { LRUCache } from 'lru-cache'
import { hostKey } from '#shared/messages/topics.ts'
import { registrableDomain } from '#shared/web/registrable-domain.ts'
import type { AddressLookup } from './address-limit.ts'

/** What the hosts of a group have in common. */
export type HostGrouping = 'host' | 'domain' | 'ip'

/**
 * Groups of hosts on the batch lane: the hosts of a group share their permits and cooldowns. A group is named by its host,
 * domain or address; '' = a URL without a host.
 */
export interface HostGroups {
  /** The group of a URL. A grouping by address looks up the name. Never rejects. */
  of(url: string): Promise<string>
  /** The group of a URL without a look-up: its host where the address is not known. */
  cached(url: string): string
}

/** Each host is a group of its own. */
export const singleHostGroups: HostGroups = { of: async (url) => hostKey(url), cached: hostKey }

/**
 * Groups by host name, by registrable domain (Public Suffix List; each user of a private suffix such as `github.io` has a
 * domain of its own), or by the address to which a name is connected. A host without a domain or address is a group of
 * its own.
 */
export function makeHostGroups(by: HostGrouping, addressOf: AddressLookup): HostGroups {
  if (by === 'host') return singleHostGroups
  if (by === 'ip') return addressGroups(addressOf)
  const domain = (url: string) => registrableDomain(hostKey(url))
  return { of: async (url) => domain(url), cached: domain }
}

/** Hosts whose address is remembered. */
const MAX_HOSTS = 20_000

function addressGroups(addressOf: AddressLookup): HostGroups {
  const addresses = new LRUCache<string, string>({ max: MAX_HOSTS })
  const cached = (url: string) => addresses.get(hostKey(url)) ?? hostKey(url)
  return {
    cached,
    async of(url) {
      const address = await addressOf(url)
      if (address === null) return hostKey(url)
      addresses.set(hostKey(url), address)
      return address
    },
  }
}
