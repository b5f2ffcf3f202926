/** Addresses that had no place left when this process asked last, and the hosts that wait for one. */
export interface SaturatedAddresses {
  /** Milliseconds until it is worth asking again; 0 = now. */
  waitMs(address: string, host: string): number
  /** There was no place: answers when to ask again. */
  markSaturated(address: string, host: string): number
  clearHost(address: string, host: string): void
}

/** A place that somebody has is asked for again after this time, at the soonest. */
const RECHECK_MS = 50
/** The longest time between two questions of one host. */
const MAX_WAIT_MS = 5000
/** Who has not asked again for so long does not wait any more. */
const WAITING_TTL_MS = 30_000
/** Addresses, and hosts that wait for one of them; more are not counted. */
const MAX_ENTRIES = 10_000

interface SaturatedAddress {
  /** By `performance.now()`. */
  until: number
  countedSince: number
  readonly waiting: Set<string>
}

/**
 * Of many hosts that wait for the `limit` places of an address, about as many ask in `HELD_MS` as there are places, and the
 * store is asked once in that time while there is none.
 */
export function makeSaturatedAddresses(
  limit: number,
  now: () => number = () => performance.now(),
): SaturatedAddresses {
  const addresses = new Map<string, SaturatedAddress>()

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
    const oldest = addresses.keys().next()
    if (addresses.size > MAX_ENTRIES && !oldest.done) addresses.delete(oldest.value)
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
