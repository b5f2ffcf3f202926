/** A map with a limit of entries. */
export interface BoundedMap<Value> {
  /** Removes and answers the value of the key. */
  take(key: string): Value | undefined
  set(key: string, value: Value): void
}

/**
 * A map that drops its oldest entry beyond `maxEntries`: for the state of interrupted work, which is never asked for again
 * when the work continues in another process.
 */
export function makeBoundedMap<Value>(maxEntries: number): BoundedMap<Value> {
  const values = new Map<string, Value>()
  return {
    take(key) {
      const value = values.get(key)
      values.delete(key)
      return value
    },
    set(key, value) {
      values.set(key, value)
      const [oldest] = values.keys()
      if (values.size > maxEntries && oldest !== undefined) values.delete(oldest)
    },
  }
}
