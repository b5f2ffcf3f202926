/** What is kept of work that is interrupted, until it goes on. */
export interface BoundedMap<Value> {
  /** What was kept, and is no more. */
  take(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** Work that goes on elsewhere never asks for what was kept: beyond `most`, the oldest is dropped. */
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
