import { LRUCache } from 'lru-cache'
import { Failure, isUnavailable } from '#shared/errors.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

const DAY_MS = 86_400_000
/** A counter outlives its day, so that a process whose clock is slow does not restart it. */
const COUNTER_TTL_SECONDS = 2 * 86_400
/** Batches run up to this time after the last call of their owner. */
const LIMIT_TTL_SECONDS = 40 * 86_400

function counterKey(tenant: string, at: number): string {
  return `stored:${tenant}:${new Date(at).toISOString().slice(0, 10)}`
}

function limitKey(tenant: string): string {
  return `stored-limit:${tenant}`
}

/** Sets the bytes that inspections of the owner may store each UTC day; null = no limit. */
export async function limitStoredBytes(
  store: Pick<KeyValues, 'set' | 'delete'>,
  tenant: string,
  limit: number | null,
): Promise<void> {
  if (limit === null) await store.delete(limitKey(tenant))
  else await store.set(limitKey(tenant), String(limit), LIMIT_TTL_SECONDS)
}

/** Counts bytes (images, large values) that an inspection of the owner stored. Without a tenant nothing is counted. */
export async function countStoredBytes(
  store: Pick<KeyValues, 'increment'>,
  tenant: string | undefined,
  bytes: number,
  at = Date.now(),
): Promise<void> {
  if (tenant !== undefined && bytes > 0)
    await store.increment(counterKey(tenant, at), bytes, COUNTER_TTL_SECONDS)
}

function noneWhenUnavailable(error: unknown): null[] {
  if (isUnavailable(error)) return []
  throw error
}

/** Milliseconds for which an owner is cached as unlimited: a new limit takes effect everywhere within this time. */
const UNLIMITED_CACHE_MS = 5000
/** Maximum cached owners without a limit. */
const MAX_CACHED_TENANTS = 10_000

/**
 * Throws `RATE_LIMIT_EXCEEDED` once inspections of the owner have stored as many bytes as allowed on the UTC day of `at`
 * (milliseconds since the epoch). Work that already runs may still store its objects. While the store is unavailable no
 * request is refused.
 */
export type AssertWithinLimit = (tenant: string | undefined, at?: number) => Promise<void>

/**
 * A guard for the limit of stored bytes. Most owners have none, so the store is not read for each of their inspections.
 * `now` is a monotonic clock in milliseconds.
 */
export function makeStoredBytesGuard(
  store: Pick<KeyValues, 'getMany'>,
  now: () => number = () => performance.now(),
): AssertWithinLimit {
  const unlimited = new LRUCache<string, true>({
    max: MAX_CACHED_TENANTS,
    ttl: UNLIMITED_CACHE_MS,
    ttlResolution: 0,
    perf: { now },
  })

  return async (tenant, at = Date.now()) => {
    if (tenant === undefined || unlimited.has(tenant)) return
    const keys = [limitKey(tenant), counterKey(tenant, at)]
    const [limit, stored] = await store.getMany(keys).catch(noneWhenUnavailable)
    if (limit === null) unlimited.set(tenant, true)
    if (typeof limit === 'string' && Number(stored ?? 0) >= Number(limit))
      throw limitReached(Number(limit), at)
  }
}

function limitReached(limit: number, at: number): Failure {
  const reset = (Math.floor(at / DAY_MS) + 1) * DAY_MS
  return new Failure('RATE_LIMIT_EXCEEDED', 'The daily limit of stored bytes is spent', {
    details: {
      limit,
      remaining: 0,
      reset: reset / 1000,
      reset_after: Math.ceil((reset - at) / 1000),
    },
  })
}
