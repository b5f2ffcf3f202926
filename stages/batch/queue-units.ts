import { hostKey } from '#shared/messages/topics.ts'
import type { AddressLookup } from '#shared/politeness/address-lookup.ts'
import { type HostGrouping, makeHostGroups } from '#shared/politeness/host-groups.ts'
import type { Lookups } from '#shared/ports/lookups.ts'

/** What waits in one queue of the frontier: what takes turns together, so that it does not fill the window. */
export interface QueueUnits {
  /** Name of a URL's queue, fit for clients. */
  known(url: string): string
  /** Asks for the addresses of hosts where that decides. Never rejects: what has none now waits by its host. */
  learn(urls: readonly string[]): Promise<void>
}

const TIMEOUT_MS = 2000
/** Names that are looked up at a time. */
const AT_ONCE = 50
/** Addresses whose queue is known; the oldest goes first. */
const MOST_ADDRESSES = 20_000

export function makeQueueUnits(by: HostGrouping, lookups: Pick<Lookups, 'checkTarget'>): QueueUnits {
  const units = makeHostGroups(by, addressAsked(lookups))
  if (by !== 'ip') return { known: units.cached, learn: async () => {} }
  const firstHosts = new Map<string, string>()

  /** Addresses are for no client: a queue has the name of the first host that was seen there. */
  function nameOf(unit: string, host: string): string {
    const name = firstHosts.get(unit) ?? host
    firstHosts.set(unit, name)
    const oldest = firstHosts.keys().next()
    if (firstHosts.size > MOST_ADDRESSES && !oldest.done) firstHosts.delete(oldest.value)
    return name
  }

  return {
    known(url) {
      const [unit, host] = [units.cached(url), hostKey(url)]
      return unit === host ? host : nameOf(unit, host)
    },
    async learn(urls) {
      const unknown = new Map(urls.map((url) => [hostKey(url), url]))
      for (const [host, url] of unknown) if (units.cached(url) !== host) unknown.delete(host)
      const left = unknown.values()
      const work = async () => {
        for (const url of left) await units.of(url)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    },
  }
}

/** The fetch stage knows: this part has no way out. */
function addressAsked(lookups: Pick<Lookups, 'checkTarget'>): AddressLookup {
  return async (url) => {
    const asking = lookups.checkTarget(url, { timeoutMs: TIMEOUT_MS, lane: 'batch' })
    const verdict = await asking.catch(() => null)
    return verdict !== null && verdict.kind !== 'refused' ? (verdict.address ?? null) : null
  }
}
