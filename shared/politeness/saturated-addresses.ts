import { LRUCache } from 'lru-cache'

/** Addresses without a free permit at the last request of this process, and the hosts that wait for one. */
export interface SaturatedAddresses {
  /** Milliseconds until the next request for a permit; 0 = now. */
  waitMs(address: string, host: string): number
  /** No permit was free: answers the milliseconds until the next request. */
  markSaturated(address: string, host: string): number
  clearHost(address: string, host: string): void
}

/** The shortest time between two requests for permits of a saturated address. */
const RECHECK_MS = 50
/** The longest time between two requests of one host. */
const MAX_WAIT_MS = 5000
/** A host that has not asked again within this time no longer counts as waiting. */
const WAITING_TTL_MS = 30_000
/** Addresses, and waiting hosts of one address; more are not counted. */
const MAX_ENTRIES = 10_000

interface SaturatedAddress {
  /** By `performance.now()`. */
  until: number
  countedSince: number
  readonly waiting: Set<string>
}

/**
 * Spreads the requests of hosts that wait for the `limit` permits of an address: in `RECHECK_MS` about as many hosts ask as
 * there are permits, and the store is asked once in that time while none is free.
 */
export function makeSaturatedAddresses(
  limit: number,
  now: () => number = () => performance.now(),
): SaturatedAddresses {
  const addresses = new LRUCache<string, SaturatedAddress>({ max: MAX_ENTRIES })

  function wait(full: SaturatedAddress, host: string): number {
    if (now() - full.countedSince > WAITING_TTL_MS) {
      full.countedSince = now()
      full.waiting.clear()
    }
    if (full.waiting.size < MAX_ENTRIES) full.waiting.add(host)
    return Math.ceil(Math.min(MAX_WAIT_MS, RECHECK_MS * Math.max(1, full.waiting.size / limit)))
  }

  function open(address: string): SaturatedAddress {
    const full = addresses.get(address) ?? { until: 0, countedSince: now(), waiting: new Set() }
    addresses.set(address, full)
    return full
  }

  return {
    waitMs(address, host) {
      const full = addresses.get(address)
      return full !== undefined && now() < full.until ? wait(full, host) : 0
    },
    markSaturated(address, host) {
      const full = open(address)
      full.until = now() + RECHECK_MS
      return wait(full, host)
    },
    clearHost(address, host) {
      const full = addresses.get(address)
      full?.waiting.delete(host)
      if (full?.waiting.size === 0) addresses.delete(address)
    },
  }
}
