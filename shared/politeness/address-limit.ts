import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Egress } from '#shared/egress/egress.ts'
import type { Permits } from '#shared/ports/result-store.ts'

/** The address to which the host of a URL is connected; null = it has no allowed address. Never rejects. */
export type AddressLookup = (url: string) => Promise<string | null>

/** A look-up by the egress policy. Connections try the first of its addresses first. */
export function makeAddressLookup({ check }: Pick<Egress, 'check'>): AddressLookup {
  return async (url) => {
    const decision = await check(url)
    return decision.kind === 'allowed' ? (decision.addresses[0] ?? null) : null
  }
}

/** The permit of one request to an address. */
export interface AddressPermit {
  /** The request has ended. */
  release(): void
}

/** Limits the concurrent batch requests to one address, over all hosts at that address. */
export interface AddressLimit {
  /** The address to which requests of the URL go; null = they are not counted. */
  of: AddressLookup
  /** Milliseconds until a permit of the address may be free; 0 = now. */
  waitMs(address: string | null, host: string): number
  /** A permit, or when to try again. Rejects with `SERVICE_UNAVAILABLE` while the store is unavailable. */
  acquire(
    address: string | null,
    host: string,
  ): Promise<{ readonly permit: AddressPermit } | { readonly retryAfterMs: number }>
}

const uncounted = { permit: { release() {} } }

/** No limit. */
export const noAddressLimit: AddressLimit = {
  of: async () => null,
  waitMs: () => 0,
  acquire: async () => uncounted,
}

/** The permit of a process that died expires after this time; a live process renews it. */
const TTL_MS = 10_000
const RENEW_MS = 2000
/**
 * Below this share of taken permits, a release is not sent by itself: the next request to the address takes the permit over
 * without asking the store, or sends the release, or the permit expires.
 */
const LOW_UTILIZATION = 0.25
/** A permit is taken over for this long after the store confirmed it. */
const FRESH_MS = 7000
const FLUSH_MS = 10
/** Addresses with releases that are not sent yet. Beyond it releases are dropped, and their permits expire. */
const MAX_PENDING_ADDRESSES = 1000

/**
 * A limit over all processes, kept in the store. A request takes at most one command, which also sends the releases of
 * earlier requests to the address; at a low utilization most take none.
 */
export function makeAddressLimit(store: Permits, limit: number, addressOf: AddressLookup): AddressLimit {
  const saturated = makeSaturatedAddresses(limit)
  const pendingReleases = makeReleaseBuffer(store)

  function startPermit(address: string, held: HeldPermit): AddressPermit {
    let renewing: Promise<unknown> = Promise.resolve()
    const renew = async () => {
      const askedAt = performance.now()
      await store.acquirePermit(keyOf(address), held.holder, { limit, ttlMs: TTL_MS, ended: [] })
      held.confirmedAt = askedAt
    }
    const renewal = setInterval(() => {
      renewing = renew().catch(() => {})
    }, RENEW_MS).unref()
    let isReleased = false
    return {
      release() {
        if (isReleased) return
        isReleased = true
        clearInterval(renewal)
        // A renewal that is under way would take the permit again after its release.
        void renewing.then(() => pendingReleases.add(address, held))
      },
    }
  }

  return {
    of: addressOf,
    waitMs: (address, host) => (address === null ? 0 : saturated.waitMs(address, host)),
    async acquire(address, host) {
      if (address === null) return uncounted
      const own = pendingReleases.takeOver(address)
      if (own !== null) return { permit: startPermit(address, own) }
      const holder = randomUUID()
      const confirmedAt = performance.now()
      const request = { limit, ttlMs: TTL_MS, ended: pendingReleases.take(address) }
      const { isMine, taken } = await store.acquirePermit(keyOf(address), holder, request)
      if (!isMine) return { retryAfterMs: saturated.markSaturated(address, host) }
      saturated.clearHost(address, host)
      const isLowUtilization = taken <= limit * LOW_UTILIZATION
      return { permit: startPermit(address, { holder, confirmedAt, isLowUtilization }) }
    },
  }
}

function keyOf(address: string): string {
  return `address:${address}`
}

/** Times are by `performance.now()`. */
interface HeldPermit {
  readonly holder: string
  /** When the store last confirmed the permit. */
  confirmedAt: number
  readonly isLowUtilization: boolean
}

/** Releases that have not been sent to the store. */
function makeReleaseBuffer(store: Permits) {
  const pendingReleases = new LRUCache<string, HeldPermit[]>({ max: MAX_PENDING_ADDRESSES })
  const due = new Set<string>()

  const of = (address: string) => pendingReleases.get(address) ?? []

  /** Holders whose releases to send to the store. */
  function take(address: string): string[] {
    const releases = of(address)
    pendingReleases.delete(address)
    return releases.map(({ holder }) => holder)
  }

  function flush(address: string): void {
    due.delete(address)
    const ended = take(address)
    if (ended.length > 0) void store.releasePermits(keyOf(address), ended).catch(() => {})
  }

  return {
    take,
    /** A permit whose release was not sent, and need not be; null = none. */
    takeOver(address: string): HeldPermit | null {
      const now = performance.now()
      const found = of(address).find(
        ({ isLowUtilization, confirmedAt }) => isLowUtilization && now - confirmedAt <= FRESH_MS,
      )
      if (found === undefined) return null
      pendingReleases.set(
        address,
        of(address).filter((one) => one !== found),
      )
      return found
    },
    add(address: string, release: HeldPermit): void {
      const now = performance.now()
      const present = of(address).filter(({ confirmedAt }) => now - confirmedAt < TTL_MS)
      pendingReleases.set(address, [...present, release])
      if (release.isLowUtilization || due.has(address)) return
      due.add(address)
      setTimeout(flush, FLUSH_MS, address).unref()
    },
  }
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
 * Addresses without a free permit at the last request of this process, and the hosts that wait for one. It spreads the
 * requests of hosts that wait for the `limit` permits of an address: in `RECHECK_MS` about as many hosts ask as
 * there are permits, and the store is asked once in that time while none is free.
 */
export function makeSaturatedAddresses(limit: number, now: () => number = () => performance.now()) {
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
    /** Milliseconds until the next request for a permit; 0 = now. */
    waitMs(address: string, host: string): number {
      const full = addresses.get(address)
      return full !== undefined && now() < full.until ? wait(full, host) : 0
    },
    /** No permit was free: answers the milliseconds until the next request. */
    markSaturated(address: string, host: string): number {
      const full = open(address)
      full.until = now() + RECHECK_MS
      return wait(full, host)
    },
    clearHost(address: string, host: string): void {
      const full = addresses.get(address)
      full?.waiting.delete(host)
      if (full?.waiting.size === 0) addresses.delete(address)
    },
  }
}
