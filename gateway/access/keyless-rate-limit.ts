import type { RateLimitState } from './rate-limit.ts'

/** Limits calls to routes that need no API key, by client. */
export interface KeylessRateLimit {
  /** Counts one call. Returns null while the client is below its limit, else the state of the limit. */
  record(client: string): RateLimitState | null
}

export interface KeylessRateLimitOptions {
  /** Calls of one client within a minute. */
  readonly limit: number
}

const MINUTE_MS = 60_000
/** Maximum number of counted clients. Beyond it, the client with the oldest window is dropped. */
const MAX_CLIENTS = 10_000

interface Window {
  readonly endsAt: number
  calls: number
}

/**
 * Counts in this process, since a call without a key must not cost a command to the store. A window begins with the
 * first call.
 */
export function makeKeylessRateLimit({ limit }: KeylessRateLimitOptions): KeylessRateLimit {
  const windows = new Map<string, Window>()

  function windowOf(client: string, now: number): Window {
    const known = windows.get(client)
    if (known !== undefined && known.endsAt > now) return known
    windows.delete(client)
    const [oldest] = windows.keys()
    if (windows.size >= MAX_CLIENTS && oldest !== undefined) windows.delete(oldest)
    const started = { endsAt: now + MINUTE_MS, calls: 0 }
    windows.set(client, started)
    return started
  }

  return {
    record(client) {
      const now = Date.now()
      const window = windowOf(client, now)
      window.calls++
      if (window.calls <= limit) return null
      const resetAfter = Math.ceil((window.endsAt - now) / 1000)
      return { limit, remaining: 0, reset: Math.ceil(window.endsAt / 1000), resetAfter }
    },
  }
}
