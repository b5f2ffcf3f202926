import { hostKey } from '#shared/messages/topics.ts'
import type { AddressLookup } from '#shared/politeness/address-lookup.ts'
import { type HostGrouping, makeHostGroups } from '#shared/politeness/host-groups.ts'
import type { Lookups } from '#shared/ports/lookups.ts'

/** What waits in one queue of the frontier: what takes turns together, so that it does not fill the window. */
export interface QueueNames {
  /** Name of a URL's queue, fit for clients. */
  nameOf(url: string): string
  /** Asks for the addresses of hosts where that decides. Never rejects: what has none now waits by its host. */
  resolve(urls: readonly string[]): Promise<void>
}

const TIMEOUT_MS = 2000
/** Names that are looked up at a time. */
const MAX_CONCURRENT_LOOKUPS = 50
/** Addresses whose queue is known; the oldest goes first. */
const MAX_ADDRESSES = 20_000

export function makeQueueNames(by: HostGrouping, lookups: Pick<Lookups, 'checkTarget'>): QueueNames {
  const groups = makeHostGroups(by, makeAddressLookup(lookups))
  if (by !== 'ip') return { nameOf: groups.cached, resolve: async () => {} }
  const firstHosts = new Map<string, string>()

  /** Addresses are for no client: a queue has the name of the first host that was seen there. */
  function groupName(group: string, host: string): string {
    const name = firstHosts.get(group) ?? host
    firstHosts.set(group, name)
    const oldest = firstHosts.keys().next()
    if (firstHosts.size > MAX_ADDRESSES && !oldest.done) firstHosts.delete(oldest.value)
    return name
  }

  return {
    nameOf(url) {
      const [group, host] = [groups.cached(url), hostKey(url)]
      return group === host ? host : groupName(group, host)
    },
    async resolve(urls) {
      const unknown = new Map(urls.map((url) => [hostKey(url), url]))
      for (const [host, url] of unknown) if (groups.cached(url) !== host) unknown.delete(host)
      const left = unknown.values()
      const work = async () => {
        for (const url of left) await groups.of(url)
      }
      await Promise.all(Array.from({ length: MAX_CONCURRENT_LOOKUPS }, work))
    },
  }
}

/** The fetch stage knows: this part has no way out. */
function makeAddressLookup(lookups: Pick<Lookups, 'checkTarget'>): AddressLookup {
  return async (url) => {
    const pending = lookups.checkTarget(url, { timeoutMs: TIMEOUT_MS, lane: 'batch' })
    const decision = await pending.catch(() => null)
    return decision !== null && decision.kind !== 'refused' ? (decision.address ?? null) : null
  }
}
