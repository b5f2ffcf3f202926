type Value = string | null

/** Larger replies would make others wait for them. */
const MOST_KEYS = 64

/**
 * Reads of single keys that go together: what is asked for in the same turn of the event loop, or while the read before
 * is under way, becomes one command that names each key once. A value is never older than the moment it was asked for.
 * When a read fails, those that wait for its end fail with it, so that nobody waits for two failures in a row.
 */
export function gatheredReads(
  readMany: (keys: readonly string[]) => Promise<Value[]>,
): (key: string) => Promise<Value> {
  const waiting = new Map<string, PromiseWithResolvers<Value>>()
  let isReading = false

  async function readAll(): Promise<void> {
    try {
      while (waiting.size > 0) await readSome()
    } catch (error) {
      for (const { reject } of taken(waiting, waiting.size).values()) reject(error)
    } finally {
      isReading = false
    }
  }

  async function readSome(): Promise<void> {
    const asked = taken(waiting, MOST_KEYS)
    try {
      const values = await readMany([...asked.keys()])
      for (const [index, { resolve }] of [...asked.values()].entries()) resolve(values[index] ?? null)
    } catch (error) {
      for (const { reject } of asked.values()) reject(error)
      throw error
    }
  }

  return (key) => {
    const due = waiting.get(key) ?? Promise.withResolvers()
    waiting.set(key, due)
    if (!isReading) setImmediate(readAll)
    isReading = true
    return due.promise
  }
}

/** The first entries, which are no longer in `all`. */
function taken<T>(all: Map<string, T>, count: number): Map<string, T> {
  const first = new Map([...all].slice(0, count))
  for (const key of first.keys()) all.delete(key)
  return first
}
