import { LRUCache } from 'lru-cache'
import { isUnavailable } from '#shared/errors.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { type RateLimitState, spentUntil } from './rate-limit.ts'

/** Limits failed authentications of a client. */
export interface AuthThrottle {
  /**
   * Counts one failure. Returns null while the client may fail, else the state of its limit: it is blocked until the
   * reset. While the store is unavailable no client is newly blocked, and no key can be tried either.
   */
  recordFailure(client: string): Promise<RateLimitState | null>
}

/** Failures of one client within a minute before it is blocked. */
const FAILURES_PER_MINUTE = 30
/** Length of a window, which begins with a client's first failure, and of a block. */
const MINUTE_SECONDS = 60
/** Blocked clients that are cached in this process; for others the store is read. */
const MAX_CLIENTS = 10_000

/** Counts in the store, so that a client has one count at all gateways. A successful call costs nothing. */
export function makeAuthThrottle(store: KeyValues, limit = FAILURES_PER_MINUTE): AuthThrottle {
  /** End of each block, in milliseconds since the epoch. */
  const blockedUntil = new LRUCache<string, number>({ max: MAX_CLIENTS })

  async function countFailure(client: string): Promise<number | null> {
    const known = await store.get(`refused:${client}`)
    if (known !== null) return Number(known)
    const failures = await store.increment(`failures:${client}`, 1, MINUTE_SECONDS)
    if (failures <= limit) return null
    const end = String(Date.now() + MINUTE_SECONDS * 1000)
    return Number(await store.claim(`refused:${client}`, end, MINUTE_SECONDS))
  }

  return {
    async recordFailure(client) {
      const blockedTill = blockedUntil.get(client) ?? 0
      if (blockedTill > Date.now()) return spentUntil(limit, blockedTill)
      const end = await countFailure(client).catch(nullIfUnavailable)
      if (end === null) return null
      blockedUntil.set(client, end)
      return spentUntil(limit, end)
    },
  }
}

function nullIfUnavailable(error: unknown): null {
  if (isUnavailable(error)) return null
  throw error
}
