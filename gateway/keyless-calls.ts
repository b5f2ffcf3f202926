import type { Allowance } from './http/allowance.ts'

/** Calls of what needs no key, by client. */
export interface KeylessCalls {
  /** Notes one more. Null while the client may call; else where it stands. */
  note(client: string): Allowance | null
}

export interface KeylessCallOptions {
  /** Calls of one client within a minute. */
  readonly limit: number
}

const MINUTE_MS = 60_000
/** Clients whose calls are counted; beyond it the one is forgotten whose window began first. */
const REMEMBERED = 10_000

interface Window {
  readonly endsAt: number
  calls: number
}

/** Counts in this process: what is asked without a key must not cost a call of the store. A window begins with a first call. */
export function makeKeylessCalls({ limit }: KeylessCallOptions): KeylessCalls {
  const windows = new Map<string, Window>()

  function windowOf(client: string, now: number): Window {
    const known = windows.get(client)
    if (known !== undefined && known.endsAt > now) return known
    windows.delete(client)
    const [oldest] = windows.keys()
    if (windows.size >= REMEMBERED && oldest !== undefined) windows.delete(oldest)
    const begun = { endsAt: now + MINUTE_MS, calls: 0 }
    windows.set(client, begun)
    return begun
  }

  return {
    note(client) {
      const now = Date.now()
      const window = windowOf(client, now)
      window.calls++
      if (window.calls <= limit) return null
      const resetAfter = Math.ceil((window.endsAt - now) / 1000)
      return { limit, remaining: 0, reset: Math.ceil(window.endsAt / 1000), resetAfter }
    },
  }
}
