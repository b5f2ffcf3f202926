import { randomUUID } from 'node:crypto'
import type { Permits, ReleasedPermit } from '#shared/ports/result-store.ts'
import type { AddressLookup } from './address-lookup.ts'
import { makeSaturatedAddresses, type SaturatedAddresses } from './saturated-addresses.ts'

/** A request's place at an address. */
export interface AddressPermit {
  /** Its request is over. */
  release(): void
}

/** What bounds the batch requests that one address has at a time, whatever the hosts that are asked for there. */
export interface AddressLimit {
  /** Where the URL's requests go; null = nobody counts them. */
  of: AddressLookup
  /** Milliseconds until it is worth asking for a place of the address; 0 = now. */
  waitMs(address: string | null, host: string): number
  /** A place, or when to ask again. Rejects with `SERVICE_UNAVAILABLE` while the store is away. */
  acquire(
    address: string | null,
    host: string,
  ): Promise<{ readonly permit: AddressPermit } | { readonly retryAfterMs: number }>
}

export interface AddressLimitOptions {
  /** Places of an address. */
  readonly limit: number
  /** How long a place rests after its request, in milliseconds. */
  readonly delayMs: number
}

const uncounted = { permit: { release() {} } }

/** Any number at a time. */
export const noAddressLimit: AddressLimit = {
  of: async () => null,
  waitMs: () => 0,
  acquire: async () => uncounted,
}

/** A place whose process died is free again after this time and its rest; a living one renews it. */
const TTL_MS = 6000
const RENEW_MS = 2000
/** With a smaller share of its places taken, an address is told of an end by the next request to it, or by the time. */
const LOW_UTILIZATION = 0.25
const FLUSH_MS = 10
/** Addresses whose ended requests wait to be told; of the oldest the store hears by the time. */
const MAX_PENDING_ADDRESSES = 1000

/** The limit over all processes, by the store: one command a request, which also tells of those that ended before. */
export function makeAddressLimit(
  store: Permits,
  { limit, delayMs }: AddressLimitOptions,
  addressOf: AddressLookup,
): AddressLimit {
  const saturated: SaturatedAddresses = makeSaturatedAddresses(limit)
  const pendingReleases = makeReleaseBuffer(store, delayMs)
  const ttlMs = TTL_MS + delayMs

  function startPermit(address: string, holder: string, isLowUtilization: boolean): AddressPermit {
    let renewing: Promise<unknown> = Promise.resolve()
    const renewal = setInterval(() => {
      renewing = store.acquirePermit(keyOf(address), holder, { limit, ttlMs, ended: [] }).catch(() => {})
    }, RENEW_MS).unref()
    let isReleased = false
    return {
      release() {
        if (isReleased) return
        isReleased = true
        clearInterval(renewal)
        const endedAt = performance.now()
        // A renewal under way would take the place again after it was given back.
        void renewing.then(() => pendingReleases.add(address, { holder, endedAt }, isLowUtilization))
      },
    }
  }

  return {
    of: addressOf,
    waitMs: (address, host) => (address === null ? 0 : saturated.waitMs(address, host)),
    async acquire(address, host) {
      if (address === null) return uncounted
      const holder = randomUUID()
      const request = { limit, ttlMs, ended: pendingReleases.take(address) }
      const { isMine, taken } = await store.acquirePermit(keyOf(address), holder, request)
      if (!isMine) return { retryAfterMs: saturated.markSaturated(address, host) }
      saturated.clearHost(address, host)
      return { permit: startPermit(address, holder, taken <= limit * LOW_UTILIZATION) }
    },
  }
}

function keyOf(address: string): string {
  return `address:${address}`
}

interface PendingRelease {
  readonly holder: string
  /** By `performance.now()`. */
  readonly endedAt: number
}

/** Requests that are over, of which the store does not know yet. */
function makeReleaseBuffer(store: Permits, delayMs: number) {
  const pendingReleases = new Map<string, PendingRelease[]>()
  const due = new Set<string>()

  function take(address: string): ReleasedPermit[] {
    const release = pendingReleases.get(address) ?? []
    pendingReleases.delete(address)
    const now = performance.now()
    return release.map(({ holder, endedAt }) => ({ holder, restMs: remainingCooldown(endedAt, now) }))
  }
  const remainingCooldown = (endedAt: number, now: number) =>
    Math.max(0, Math.ceil(delayMs - (now - endedAt)))

  function flush(address: string): void {
    due.delete(address)
    const ended = take(address)
    if (ended.length > 0) void store.releasePermits(keyOf(address), ended).catch(() => {})
  }

  return {
    take,
    add(address: string, release: PendingRelease, isLowUtilization: boolean): void {
      pendingReleases.set(address, [...(pendingReleases.get(address) ?? []), release])
      const oldest = pendingReleases.keys().next()
      if (pendingReleases.size > MAX_PENDING_ADDRESSES && !oldest.done) pendingReleases.delete(oldest.value)
      if (isLowUtilization || due.has(address)) return
      due.add(address)
      setTimeout(flush, FLUSH_MS, address).unref()
    },
  }
}
