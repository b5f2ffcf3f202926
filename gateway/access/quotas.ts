import { RateLimiterRes } from 'rate-limiter-flexible'
import RateLimiterStoreAbstract from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js'
import type { Operation } from '#shared/errors.ts'
import type { ItemQuota } from '#shared/ports/batches.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { consumeItems } from '#shared/store/item-quota.ts'
import type { ApiKey, Plan } from './api-keys.ts'
import type { RateLimitState } from './rate-limit.ts'

/** What came of counting a call. */
export interface QuotaResult extends RateLimitState {
  readonly isGranted: boolean
}

export interface Quotas {
  /**
   * Counts one call of the key, or `count` of them together (all or none): each that passed authentication and validation, whatever becomes of it afterwards (a
   * cached answer, a failure, 503 for want of capacity). Null when the key has no limit: then nobody is asked. Atomic
   * across gateways; rejects with `SERVICE_UNAVAILABLE` when the store is away.
   */
  consume(key: LimitedKey, operation: QuotaName, count?: number): Promise<QuotaResult | null>
  /** Takes back what was counted today and came to nothing. */
  refund(key: LimitedKey, operation: QuotaName, count: number): Promise<QuotaResult | null>
  /** What batch items of the key count against; null = nothing. */
  itemQuota(key: LimitedKey): ItemQuota | null
}

/** What has a daily limit: calls of each operation, and items of batches. */
export type QuotaName = Operation | 'batch'

type LimitedKey = Pick<ApiKey, 'id' | 'plan' | 'limits'>

export interface QuotaOptions {
  /** Batch items a UTC day by plan; absent = no limit. */
  readonly batchItems?: Readonly<Partial<Record<Plan, number>>>
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

const free = { snapshot: 50, metadata: 100, performance: 50, 'seo-audit': 100 }
const pro = { snapshot: 5000, metadata: 10_000, performance: 5000, 'seo-audit': 10_000 }

/** Calls a UTC day by plan (decisions section 2); a key's own limits come first. */
const planLimits: Readonly<Record<Plan, Partial<Record<Operation, number>>>> = { free, pro, enterprise: {} }

const DAY_MS = 86_400_000
const DAY_SECONDS = 86_400
/** A counter outlives its day, so that a gateway whose clock is behind doesn't begin it anew. */
const COUNTER_TTL_SECONDS = 2 * DAY_SECONDS

/** Daily limits per key and operation. A day has its own counters: what is refused today costs nothing tomorrow. */
export function makeQuotas(store: KeyValues, { now = Date.now, batchItems = {} }: QuotaOptions = {}): Quotas {
  const counters = new Map<number, DailyCounter>()

  function counterOf(limit: number): DailyCounter {
    const counter = counters.get(limit) ?? new DailyCounter(store, limit, now)
    counters.set(limit, counter)
    return counter
  }

  function limitOf({ plan, limits }: LimitedKey, operation: QuotaName): number | undefined {
    return limits[operation] ?? (operation === 'batch' ? batchItems[plan] : planLimits[plan][operation])
  }

  async function count(key: LimitedKey, operation: QuotaName, points: number): Promise<QuotaResult | null> {
    const limit = limitOf(key, operation)
    if (limit === undefined) return null
    const at = now()
    const day = new Date(at).toISOString().slice(0, 10)
    const result = await (operation === 'batch'
      ? consumeItems(store, { key: key.id, limit }, points, at)
      : counterOf(limit).add(`${key.id}:${operation}:${day}`))
    const resetAt = startOf(day) + DAY_MS
    return { ...result, limit, reset: resetAt / 1000, resetAfter: Math.ceil((resetAt - at) / 1000) }
  }

  return {
    consume: (key, operation, points = 1) => count(key, operation, points),
    refund: (key, operation, points) => count(key, operation, -points),
    itemQuota(key) {
      const limit = limitOf(key, 'batch')
      return limit === undefined ? null : { key: key.id, limit }
    },
  }
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/**
 * One limit, counted in the store. A key that has spent it is remembered until the end of the day: further calls of it
 * are refused without asking, so that the count stays where it is.
 */
class DailyCounter extends RateLimiterStoreAbstract {
  readonly #store: KeyValues
  readonly #now: () => number

  constructor(store: KeyValues, limit: number, now: () => number) {
    const spent = { inMemoryBlockOnConsumed: Math.max(1, limit), inMemoryBlockDuration: 0 }
    super({ storeClient: store, points: limit, duration: DAY_SECONDS, keyPrefix: 'quota', ...spent })
    this.#store = store
    this.#now = now
  }

  async add(key: string): Promise<{ isGranted: boolean; remaining: number }> {
    try {
      return { isGranted: true, remaining: (await this.consume(key)).remainingPoints }
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return { isGranted: false, remaining: 0 }
      throw refusal
    }
  }

  /** The library's way to the store: the sum after adding. */
  _upsert(key: string, points: number): Promise<number> {
    return this.#store.increment(key, points, COUNTER_TTL_SECONDS)
  }

  /** The library's way to read that sum; the key's last part is its day. */
  _getRateLimiterRes(key: string, _changed: number, sum: number): RateLimiterRes {
    const day = key.slice(key.lastIndexOf(':') + 1)
    const left = Math.max(1, startOf(day) + DAY_MS - this.#now())
    return new RateLimiterRes(Math.max(0, this.points - sum), left, sum)
  }
}
