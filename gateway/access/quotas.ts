import type { Context } from 'koa'
import { LRUCache } from 'lru-cache'
import { type ItemQuota, NO_ITEM_LIMIT } from '#shared/ports/item-quota.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { addDaily, consumeDaily, readDays } from '#shared/store/item-quota.ts'
import { type ApiKey, type LimitName, limitNames, type Plan } from './api-keys.ts'
import { type RateLimitState, rejectRateLimited, setRateLimitHeaders } from './rate-limit.ts'

/** The state of a quota after a call was counted. */
export interface QuotaResult extends RateLimitState {
  readonly isGranted: boolean
}

export interface Quotas {
  /**
   * Counts `count` calls of the key, all or none; one by default. Every call that passed authentication and validation
   * counts, also one that ends with a cached answer, a failure or 503. Returns null when the key has no limit; then the call is
   * counted without waiting for the store. Atomic over all gateways. Rejects with `SERVICE_UNAVAILABLE` when the store is
   * unavailable, unless the key has no limit.
   */
  consume(key: LimitedKey, operation: LimitName, count?: number): Promise<QuotaResult | null>
  /** Gives back what was counted today and not used. */
  refund(key: LimitedKey, operation: LimitName, count: number): Promise<QuotaResult | null>
  /** The quota that batch items of the key count against. */
  itemQuota(key: LimitedKey): ItemQuota
  /** What the key has used of each quota, today and by day. Counts nothing, and reads the store once. */
  usage(key: LimitedKey): Promise<Usage>
}

/** A quota today. */
export interface QuotaUsage {
  /** Null = no limit. */
  readonly limit: number | null
  readonly used: number
}

export interface Usage {
  readonly quotas: Readonly<Record<LimitName, QuotaUsage>>
  /** Of the last 30 UTC days those with any use, the oldest first. */
  readonly days: readonly DayUsage[]
  /** When all quotas begin anew, in milliseconds since the epoch. */
  readonly resetsAt: number
}

/** What was used on a UTC day. */
export interface DayUsage {
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** Only what was used. */
  readonly used: Readonly<Partial<Record<LimitName, number>>>
}

type LimitedKey = Pick<ApiKey, 'id' | 'plan' | 'limits'>

export interface QuotaOptions {
  /** Batch items a UTC day, by plan; absent = no limit. */
  readonly batchItems?: Readonly<Partial<Record<Plan, number>>>
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

const free = { snapshot: 50, metadata: 100, performance: 50, 'seo-audit': 100, thumbnail: 1000 }
const pro = { snapshot: 5000, metadata: 10_000, performance: 5000, 'seo-audit': 10_000, thumbnail: 50_000 }

/** Calls a UTC day, by plan: `infra/docs/clients.md#quotas`. Limits of the key itself take precedence. */
const planLimits: Readonly<Record<Plan, Partial<Record<LimitName, number>>>> = { free, pro, enterprise: {} }

const DAY_MS = 86_400_000
/** Maximum number of spent quotas that are cached; for others the store is asked. */
const MAX_SPENT = 10_000

/**
 * Daily limits by key and operation. Each UTC day has its own counters, so a call that is rejected today does not count
 * tomorrow. Calls beyond a limit are rejected without a command to the store.
 */
export function makeQuotas(store: KeyValues, { now = Date.now, batchItems = {} }: QuotaOptions = {}): Quotas {
  /** By key, operation, limit and day. A quota of batch items is not here: unused items come back. */
  const spent = new LRUCache<string, true>({ max: MAX_SPENT })

  function limitOf({ plan, limits }: LimitedKey, operation: LimitName): number | undefined {
    return limits[operation] ?? (operation === 'batch' ? batchItems[plan] : planLimits[plan][operation])
  }

  async function usage(key: LimitedKey): Promise<Usage> {
    const at = now()
    const names = limitNames.map((name) => counterOf(key, name))
    const days = (await readDays(store, names, at)).map(({ date, counts }) => ({
      date,
      used: Object.fromEntries(limitNames.map((name, index) => [name, counts[index] ?? 0] as const)),
    }))
    const today = days.at(-1)?.used ?? {}
    const quotas = Object.fromEntries(
      limitNames.map((name) => [name, { limit: limitOf(key, name) ?? null, used: today[name] ?? 0 }]),
    )
    return {
      quotas: quotas as Usage['quotas'],
      days: days.map(withUse).filter(({ used }) => Object.keys(used).length > 0),
      resetsAt: endOfDay(at),
    }
  }

  async function count(key: LimitedKey, operation: LimitName, points: number): Promise<QuotaResult | null> {
    const limit = limitOf(key, operation)
    const at = now()
    const name = counterOf(key, operation)
    if (limit === undefined) {
      // A count that is lost is no reason to refuse a call, or to let it wait.
      if (points !== 0) addDaily(store, name, points, at).catch(() => undefined)
      return null
    }
    const resetAt = endOfDay(at)
    const spentName = `${name}:${limit}:${resetAt}`
    const result = spent.has(spentName)
      ? { isGranted: false, remaining: 0 }
      : await consumeDaily(store, { name, limit }, points, at)
    if (result.remaining === 0 && operation !== 'batch') spent.set(spentName, true)
    return { ...result, limit, reset: resetAt / 1000, resetAfter: Math.ceil((resetAt - at) / 1000) }
  }

  return {
    consume: (key, operation, points = 1) => count(key, operation, points),
    refund: (key, operation, points) => count(key, operation, -points),
    itemQuota: (key) => ({ key: key.id, limit: limitOf(key, 'batch') ?? NO_ITEM_LIMIT }),
    usage,
  }
}

function withUse({ date, used }: { date: string; used: Readonly<Record<string, number>> }): DayUsage {
  return { date, used: Object.fromEntries(Object.entries(used).filter(([, count]) => count > 0)) }
}

function counterOf({ id }: LimitedKey, name: LimitName): string {
  return `${id}:${name}`
}

/** The next UTC midnight, in milliseconds since the epoch. */
function endOfDay(at: number): number {
  return (Math.floor(at / DAY_MS) + 1) * DAY_MS
}

/**
 * Counts the call against the daily quota of its key and sets the rate limit headers. Throws `RATE_LIMIT_EXCEEDED` when
 * the quota is spent.
 */
export async function consumeQuota(
  context: Context,
  { operation, owner }: { readonly operation: LimitName; readonly owner: ApiKey },
  quotas: Pick<Quotas, 'consume'>,
): Promise<void> {
  const result = await quotas.consume(owner, operation)
  if (result === null) return
  if (!result.isGranted) rejectRateLimited(context, result, `The key's daily limit for ${operation} is spent`)
  setRateLimitHeaders(context, result)
}
