import { RateLimiterRes } from 'rate-limiter-flexible'
import RateLimiterStoreAbstract from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js'
import type { Operation } from '#shared/errors.ts'
import type { ItemQuota } from '#shared/ports/batches.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { consumeItems } from '#shared/store/item-quota.ts'
import type { ApiKey, Plan } from './api-keys.ts'
import type { RateLimitState } from './rate-limit.ts'

/** The state of a quota after a call was counted. */
export interface QuotaResult extends RateLimitState {
  readonly isGranted: boolean
}

export interface Quotas {
  /**
   * Counts `count` calls of the key, all or none; one by default. Every call that passed authentication and validation
   * counts, also one that ends with a cached answer, a failure or 503. Returns null when the key has no limit; then the
   * store is not read. Atomic over all gateways. Rejects with `SERVICE_UNAVAILABLE` when the store is unavailable.
   */
  consume(key: LimitedKey, operation: QuotaName, count?: number): Promise<QuotaResult | null>
  /** Gives back what was counted today and not used. */
  refund(key: LimitedKey, operation: QuotaName, count: number): Promise<QuotaResult | null>
  /** The quota that batch items of the key count against; null = no limit. */
  itemQuota(key: LimitedKey): ItemQuota | null
}

/** A daily limit: the calls of one operation, or the items of batches. */
export type QuotaName = Operation | 'batch'

type LimitedKey = Pick<ApiKey, 'id' | 'plan' | 'limits'>

export interface QuotaOptions {
  /** Batch items a UTC day, by plan; absent = no limit. */
  readonly batchItems?: Readonly<Partial<Record<Plan, number>>>
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

const free = { snapshot: 50, metadata: 100, performance: 50, 'seo-audit': 100 }
const pro = { snapshot: 5000, metadata: 10_000, performance: 5000, 'seo-audit': 10_000 }

/** Calls a UTC day, by plan: `infra/docs/contract.md#quotas`. Limits of the key itself take precedence. */
const planLimits: Readonly<Record<Plan, Partial<Record<Operation, number>>>> = { free, pro, enterprise: {} }

const DAY_MS = 86_400_000
const DAY_SECONDS = 86_400
/** A counter outlives its day, so that a gateway whose clock is slow does not restart it. */
const COUNTER_TTL_SECONDS = 2 * DAY_SECONDS

/**
 * Daily limits by key and operation. Each UTC day has its own counters, so a call that is rejected today does not count
 * tomorrow.
 */
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
 * A counter of one limit in the store. A key that reached its limit is cached until the end of the day: further calls
 * are rejected without a command to the store, and the count stays at the limit.
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
    } catch (error) {
      if (error instanceof RateLimiterRes) return { isGranted: false, remaining: 0 }
      throw error
    }
  }

  /** Called by rate-limiter-flexible: adds to the counter and returns the sum. */
  _upsert(key: string, points: number): Promise<number> {
    return this.#store.increment(key, points, COUNTER_TTL_SECONDS)
  }

  /** Called by rate-limiter-flexible: turns the sum into its result. The last part of the key is the day. */
  _getRateLimiterRes(key: string, _changed: number, sum: number): RateLimiterRes {
    const day = key.slice(key.lastIndexOf(':') + 1)
    const left = Math.max(1, startOf(day) + DAY_MS - this.#now())
    return new RateLimiterRes(Math.max(0, this.points - sum), left, sum)
  }
}
