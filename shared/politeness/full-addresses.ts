/** Addresses that had no place left when this process asked last, and the hosts that wait for one. */
export interface FullAddresses {
  /** Milliseconds until it is worth asking again; 0 = now. */
  waitMs(address: string, host: string): number
  /** There was no place: answers when to ask again. */
  refuse(address: string, host: string): number
  grant(address: string, host: string): void
}

/** A place that somebody has is asked for again after this time, at the soonest. */
const HELD_MS = 50
/** The longest time between two questions of one host. */
const MOST_WAIT_MS = 5000
/** Who has not asked again for so long does not wait any more. */
const FORGOTTEN_MS = 30_000
/** Addresses, and hosts that wait for one of them; more are not counted. */
const MOST = 10_000

interface Full {
  /** By `performance.now()`. */
  until: number
  countedSince: number
  readonly waiting: Set<string>
}

/**
 * Of many hosts that wait for the `limit` places of an address, about as many ask in `HELD_MS` as there are places, and the
 * store is asked once in that time while there is none.
 */
export function makeFullAddresses(limit: number, now: () => number = () => performance.now()): FullAddresses {
  const addresses = new Map<string, Full>()

  function wait(full: Full, host: string): number {
    if (now() - full.countedSince > FORGOTTEN_MS) {
      full.countedSince = now()
      full.waiting.clear()
    }
    if (full.waiting.size < MOST) full.waiting.add(host)
    return Math.ceil(Math.min(MOST_WAIT_MS, HELD_MS * Math.max(1, full.waiting.size / limit)))
  }

  function open(address: string): Full {
    const full = addresses.get(address) ?? { until: 0, countedSince: now(), waiting: new Set() }
    addresses.set(address, full)
    const oldest = addresses.keys().next()
    if (addresses.size > MOST && !oldest.done) addresses.delete(oldest.value)
    return full
  }

  return {
    waitMs(address, host) {
      const full = addresses.get(address)
      return full !== undefined && now() < full.until ? wait(full, host) : 0
    },
    refuse(address, host) {
      const full = open(address)
      full.until = now() + HELD_MS
      return wait(full, host)
    },
    grant(address, host) {
      const full = addresses.get(address)
      full?.waiting.delete(host)
      if (full?.waiting.size === 0) addresses.delete(address)
    },
  }
}
