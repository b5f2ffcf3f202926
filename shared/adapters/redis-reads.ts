type Value = string | null

/** Larger replies would make others wait for them. */
const MOST_KEYS = 64
/** A read that takes longer than this, because the server is slow or far, is waited for by nobody else. */
const PATIENCE_MS = 5

/**
 * Reads of single keys that go together: what is asked for in the same turn of the event loop, or in the first moments of
 * the read before, becomes one command that names each key once. A value is never older than the moment it was asked for.
 * When a read fails, those that wait for its end fail with it, so that nobody waits for two failures in a row. `now` is a
 * monotonic clock in milliseconds.
 */
export function gatheredReads(
  readMany: (keys: readonly string[]) => Promise<Value[]>,
  now: () => number = () => performance.now(),
): (key: string) => Promise<Value> {
  const waiting = new Map<string, PromiseWithResolvers<Value>>()
  let reading = 0
  let begunAt = 0

  function begin(): void {
    reading++
    begunAt = now()
    setImmediate(readAll)
  }

  async function readAll(): Promise<void> {
    try {
      while (waiting.size > 0) await readSome()
    } catch (error) {
      for (const { reject } of taken(waiting, waiting.size).values()) reject(error)
    } finally {
      reading--
    }
  }

  async function readSome(): Promise<void> {
    begunAt = now()
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
    if (reading === 0 || now() - begunAt > PATIENCE_MS) begin()
    return due.promise
  }
}

/** The first entries, which are no longer in `all`. */
function taken<T>(all: Map<string, T>, count: number): Map<string, T> {
  const first = new Map([...all].slice(0, count))
  for (const key of first.keys()) all.delete(key)
  return first
}
