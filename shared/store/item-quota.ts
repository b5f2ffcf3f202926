import type { ItemQuota } from '#shared/ports/batches.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

/** The result of consuming items of a daily quota. */
export interface ItemQuotaResult {
  readonly isGranted: boolean
  /** Items left for the day. */
  readonly remaining: number
}

/** A counter outlives its day, so that a process whose clock is slow does not restart it. */
const COUNTER_TTL_SECONDS = 2 * 86_400

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

/** What was counted under these names on the UTC day of `at`, in their order. */
export async function readDaily(
  store: Pick<KeyValues, 'getMany'>,
  names: readonly string[],
  at: number,
): Promise<number[]> {
  const counts = await store.getMany(names.map((name) => counterKey(name, at)))
  return counts.map((count) => Math.max(0, Number(count ?? 0)))
}

function counterKey(name: string, at: number): string {
  return `quota:${name}:${new Date(at).toISOString().slice(0, 10)}`
}
