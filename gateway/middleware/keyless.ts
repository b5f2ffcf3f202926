import type { Middleware } from 'koa'
import { LRUCache } from 'lru-cache'
import { clientAddress } from '../access/client-address.ts'
import { type RateLimitState, rejectRateLimited, spentUntil } from '../access/rate-limit.ts'
import type { CallState } from './call-state.ts'

/** Limits calls to routes that need no API key, by client. */
export interface KeylessRateLimit {
  /** Counts one call. Returns null while the client is below its limit, else the state of the limit. */
  record(client: string): RateLimitState | null
}

const MINUTE_MS = 60_000
/** Calls of documents, images, bodies and metrics that a client may make within a minute. */
const CALLS_PER_MINUTE = 6000
/** Maximum number of counted clients. Beyond it, the client that did not call for the longest time is dropped. */
const MAX_CLIENTS = 10_000

/**
 * Allows `limit` calls of one client within a minute, which begins with the first call. Counts in this process, since a
 * call without a key must not cost a command to the store.
 */
export function makeKeylessRateLimit(limit = CALLS_PER_MINUTE): KeylessRateLimit {
  const windows = new LRUCache<string, { readonly endsAt: number; calls: number }>({ max: MAX_CLIENTS })

  function windowOf(client: string, now: number) {
    const known = windows.get(client)
    if (known !== undefined && known.endsAt > now) return known
    const started = { endsAt: now + MINUTE_MS, calls: 0 }
    windows.set(client, started)
    return started
  }

  return {
    record(client) {
      const window = windowOf(client, Date.now())
      window.calls++
      return window.calls <= limit ? null : spentUntil(limit, window.endsAt)
    },
  }
}

export interface KeylessOptions {
  readonly keyless: KeylessRateLimit
  /** Whether X-Forwarded-For contains the address of the client. */
  readonly trustProxy: boolean
}

/** Limits calls to a route that needs no key: 429 for a client with too many. */
export function keyless({ keyless, trustProxy }: KeylessOptions): Middleware<CallState> {
  return (context, next) => {
    const excess = keyless.record(clientAddress(context, trustProxy))
    if (excess !== null) rejectRateLimited(context, excess, 'Too many calls to routes that need no key')
    return next()
  }
}
