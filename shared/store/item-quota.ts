import type { ItemQuota } from '#shared/ports/batches.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

/** What came of taking items of a day's number. */
export interface ItemQuotaResult {
  readonly isGranted: boolean
  /** What is left of the day. */
  readonly remaining: number
}

/** A counter outlives its day, so that a process whose clock is behind doesn't begin it anew. */
const COUNTER_TTL_SECONDS = 2 * 86_400

/**
 * Takes batch items of a key's number for the UTC day of `at` (milliseconds since the epoch): all or none, so that fewer may
 * still be granted; a negative `items` gives back. Atomic across processes. Rejects with `SERVICE_UNAVAILABLE` when the store
 * is away.
 */
export async function consumeItems(
  store: Pick<KeyValues, 'increment'>,
  { key, limit }: ItemQuota,
  items: number,
  at = Date.now(),
): Promise<ItemQuotaResult> {
  const counter = `quota:${key}:batch:${new Date(at).toISOString().slice(0, 10)}`
  const sum = await store.increment(counter, items, COUNTER_TTL_SECONDS)
  const isGranted = items <= 0 || sum <= limit
  const kept = isGranted ? sum : await store.increment(counter, -items, COUNTER_TTL_SECONDS)
  return { isGranted, remaining: Math.max(0, limit - kept) }
}
