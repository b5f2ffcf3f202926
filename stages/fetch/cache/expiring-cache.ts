/**
 * A cache with a lifetime for each entry, bounded in number and total weight. It evicts the least recently
 * used entry first.
 */
export interface ExpiringCache<Value> {
  get(key: string): Value | undefined
  /**
   * `weight` is in the unit of `maxWeight`. A value heavier than `maxWeight` is not cached. `keepMs` is the
   * lifetime.
   */
  set(key: string, value: Value, options: { readonly weight: number; readonly keepMs: number }): void
}

export interface ExpiringCacheLimits {
  readonly maxEntries: number
  readonly maxWeight: number
}

interface CacheEntry<Value> {
  readonly value: Value
  readonly weight: number
  readonly freshUntil: number
}

/** Makes an empty cache. `now` returns milliseconds since any fixed point. */
export function makeExpiringCache<Value>(
  limits: ExpiringCacheLimits,
  now: () => number,
): ExpiringCache<Value> {
  const entries = new Map<string, CacheEntry<Value>>()
  let weight = 0

  function drop(key: string): void {
    weight -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }

  function dropOldest(): void {
    const oldest = entries.keys().next()
    if (!oldest.done) drop(oldest.value)
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined || entry.freshUntil <= now()) {
        drop(key)
        return undefined
      }
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, options) {
      drop(key)
      if (options.weight > limits.maxWeight) return
      entries.set(key, { value, weight: options.weight, freshUntil: now() + options.keepMs })
      weight += options.weight
      while (entries.size > limits.maxEntries || weight > limits.maxWeight) dropOldest()
    },
  }
}
