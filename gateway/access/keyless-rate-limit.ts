import type { RateLimitState } from './rate-limit.ts'

/** Calls of what needs no key, by client. */
export interface KeylessRateLimit {
  /** Notes one more. Null while the client may call; else where it stands. */
  record(client: string): RateLimitState | null
}

export interface KeylessRateLimitOptions {
  /** Calls of one client within a minute. */
  readonly limit: number
}

const MINUTE_MS = 60_000
/** Clients whose calls are counted; beyond it the one is forgotten whose window began first. */
const MAX_CLIENTS = 10_000

interface Window {
  readonly endsAt: number
  calls: number
}

/** Counts in this process: what is asked without a key must not cost a call of the store. A window begins with a first call. */
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
