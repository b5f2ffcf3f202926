import { randomUUID } from 'node:crypto'
import type { Ended, Permits } from '#shared/ports/result-store.ts'
import type { AddressOf } from './address-of.ts'
import { type FullAddresses, makeFullAddresses } from './full-addresses.ts'

/** A request's place at an address. */
export interface Place {
  /** Its request is over. */
  end(): void
}

/** What bounds the batch requests that one address has at a time, whatever the hosts that are asked for there. */
export interface AddressLimit {
  /** Where the URL's requests go; null = nobody counts them. */
  of: AddressOf
  /** Milliseconds until it is worth asking for a place of the address; 0 = now. */
  waitMs(address: string | null, host: string): number
  /** A place, or when to ask again. Rejects with `SERVICE_UNAVAILABLE` while the store is away. */
  take(address: string | null, host: string): Promise<{ readonly place: Place } | { readonly inMs: number }>
}

export interface AddressLimitOptions {
  /** Places of an address. */
  readonly limit: number
  /** How long a place rests after its request, in milliseconds. */
  readonly delayMs: number
}

const free = { place: { end() {} } }

/** Any number at a time. */
export const unlimited: AddressLimit = {
  of: async () => null,
  waitMs: () => 0,
  take: async () => free,
}

/** A place whose process died is free again after this time and its rest; a living one renews it. */
const TTL_MS = 6000
const RENEW_MS = 2000
/** With a smaller share of its places taken, an address is told of an end by the next request to it, or by the time. */
const QUIET_SHARE = 0.25
const TELL_MS = 10
/** Addresses whose ended requests wait to be told; of the oldest the store hears by the time. */
const MOST_UNTOLD = 1000

/** The limit over all processes, by the store: one command a request, which also tells of those that ended before. */
export function makeAddressLimit(
  store: Permits,
  { limit, delayMs }: AddressLimitOptions,
  addressOf: AddressOf,
): AddressLimit {
  const full: FullAddresses = makeFullAddresses(limit)
  const untold = makeUntold(store, delayMs)
  const ttlMs = TTL_MS + delayMs

  function begin(address: string, holder: string, isQuiet: boolean): Place {
    let renewing: Promise<unknown> = Promise.resolve()
    const renewal = setInterval(() => {
      renewing = store.acquire(keyOf(address), holder, { limit, ttlMs, ended: [] }).catch(() => {})
    }, RENEW_MS).unref()
    let isOver = false
    return {
      end() {
        if (isOver) return
        isOver = true
        clearInterval(renewal)
        const endedAt = performance.now()
        // A renewal under way would take the place again after it was given back.
        void renewing.then(() => untold.add(address, { holder, endedAt }, isQuiet))
      },
    }
  }

  return {
    of: addressOf,
    waitMs: (address, host) => (address === null ? 0 : full.waitMs(address, host)),
    async take(address, host) {
      if (address === null) return free
      const holder = randomUUID()
      const request = { limit, ttlMs, ended: untold.take(address) }
      const { isMine, taken } = await store.acquire(keyOf(address), holder, request)
      if (!isMine) return { inMs: full.refuse(address, host) }
      full.grant(address, host)
      return { place: begin(address, holder, taken <= limit * QUIET_SHARE) }
    },
  }
}

function keyOf(address: string): string {
  return `address:${address}`
}

interface Over {
  readonly holder: string
  /** By `performance.now()`. */
  readonly endedAt: number
}

/** Requests that are over, of which the store does not know yet. */
function makeUntold(store: Permits, delayMs: number) {
  const untold = new Map<string, Over[]>()
  const due = new Set<string>()

  function take(address: string): Ended[] {
    const over = untold.get(address) ?? []
    untold.delete(address)
    const now = performance.now()
    return over.map(({ holder, endedAt }) => ({ holder, restMs: restOf(endedAt, now) }))
  }
  const restOf = (endedAt: number, now: number) => Math.max(0, Math.ceil(delayMs - (now - endedAt)))

  function tell(address: string): void {
    due.delete(address)
    const ended = take(address)
    if (ended.length > 0) void store.giveBack(keyOf(address), ended).catch(() => {})
  }

  return {
    take,
    add(address: string, over: Over, isQuiet: boolean): void {
      untold.set(address, [...(untold.get(address) ?? []), over])
      const oldest = untold.keys().next()
      if (untold.size > MOST_UNTOLD && !oldest.done) untold.delete(oldest.value)
      if (isQuiet || due.has(address)) return
      due.add(address)
      setTimeout(tell, TELL_MS, address).unref()
    },
  }
}
