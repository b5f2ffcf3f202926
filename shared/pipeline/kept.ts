/** What is kept of work that is interrupted, until it goes on. */
export interface Kept<Value> {
  /** What was kept, and is no more. */
  take(key: string): Value | undefined
  keep(key: string, value: Value): void
}

/** Work that goes on elsewhere never asks for what was kept: beyond `most`, the oldest is dropped. */
export function makeKept<Value>(most: number): Kept<Value> {
  const values = new Map<string, Value>()
  return {
    take(key) {
      const value = values.get(key)
      values.delete(key)
      return value
    },
    keep(key, value) {
      values.set(key, value)
      const [oldest] = values.keys()
      if (values.size > most && oldest !== undefined) values.delete(oldest)
    },
  }
}
