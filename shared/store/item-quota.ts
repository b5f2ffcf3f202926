import type { ItemQuota } from '#shared/ports/item-quota.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

/** The result of consuming items of a daily quota. */
export interface ItemQuotaResult {
  readonly isGranted: boolean
  /** Items left for the day. */
  readonly remaining: number
}

/** UTC days whose counts can be read, the present one included. */
const COUNTED_DAYS = 30
const DAY_MS = 86_400_000
/** Counters outlive these days, so that a process whose clock is slow finds them. In seconds. */
export const COUNTER_TTL_SECONDS = (COUNTED_DAYS + 2) * 86_400

/**
 * Consumes batch items of a key's quota for the UTC day of `at` (milliseconds since the epoch): see `consumeDaily`. A negative
 * `items` returns items.
 */
export function consumeItems(
  store: Pick<KeyValues, 'increment'>,
  { key, limit }: ItemQuota,
  items: number,
  at = Date.now(),
): Promise<ItemQuotaResult> {
  return consumeDaily(store, { name: `${key}:batch`, limit }, items, at)
}

/**
 * Adds `count` to the counter of this name for the UTC day of `at` (milliseconds since the epoch): all or nothing, so that a
 * smaller number may still be granted. Atomic across processes. Rejects with `SERVICE_UNAVAILABLE` while the store is
 * unavailable.
 */
export async function consumeDaily(
  store: Pick<KeyValues, 'increment'>,
  { name, limit }: { readonly name: string; readonly limit: number },
  count: number,
  at: number,
): Promise<ItemQuotaResult> {
  const counter = counterKey(name, at)
  const sum = await store.increment(counter, count, COUNTER_TTL_SECONDS)
  const isGranted = count <= 0 || sum <= limit
  const kept = isGranted ? sum : await store.increment(counter, -count, COUNTER_TTL_SECONDS)
  return { isGranted, remaining: Math.max(0, limit - kept) }
}

/** Adds `count` to the counter of this name for the UTC day of `at`, whatever it is then. Otherwise as `consumeDaily`. */
export async function addDaily(
  store: Pick<KeyValues, 'increment'>,
  name: string,
  count: number,
  at: number,
): Promise<void> {
  await store.increment(counterKey(name, at), count, COUNTER_TTL_SECONDS)
}

/** The counts of a UTC day. */
export interface DailyCounts {
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** In the order of the names. */
  readonly counts: readonly number[]
}

/** What was counted under these names on each of the `COUNTED_DAYS` that end with the UTC day of `at`, the oldest first. */
export async function readDays(
  store: Pick<KeyValues, 'getMany'>,
  names: readonly string[],
  at: number,
): Promise<DailyCounts[]> {
  const days = Array.from({ length: COUNTED_DAYS }, (_, index) => at - (COUNTED_DAYS - 1 - index) * DAY_MS)
  const found = await store.getMany(days.flatMap((day) => names.map((name) => counterKey(name, day))))
  return days.map((day, index) => ({
    date: dateOf(day),
    counts: found
      .slice(index * names.length, (index + 1) * names.length)
      .map((count) => Math.max(0, Number(count ?? 0))),
  }))
}

function counterKey(name: string, at: number): string {
  return `quota:${name}:${dateOf(at)}`
}

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
