type Value = string | null

/** Larger replies would make others wait for them. */
const MAX_KEYS = 64
/** A read that takes longer than this, because the server is slow or far, is waited for by nobody else. */
const MAX_JOIN_MS = 5

/**
 * Reads of single keys that go together: what is asked for in the same turn of the event loop, or in the first moments of
 * the read before, becomes one command that names each key once. A value is never older than the moment it was asked for.
 * When a read fails, those that wait for its end fail with it, so that nobody waits for two failures in a row. `now` is a
 * monotonic clock in milliseconds.
 */
export function batchedReads(
  readMany: (keys: readonly string[]) => Promise<Value[]>,
  now: () => number = () => performance.now(),
): (key: string) => Promise<Value> {
  const queue = new Map<string, PromiseWithResolvers<Value>>()
  let activeReads = 0
  let startedAt = 0

  function startReading(): void {
    activeReads++
    startedAt = now()
    setImmediate(readAll)
  }

  async function readAll(): Promise<void> {
    try {
      while (queue.size > 0) await readBatch()
    } catch (error) {
      for (const { reject } of takeFirst(queue, queue.size).values()) reject(error)
    } finally {
      activeReads--
    }
  }

  async function readBatch(): Promise<void> {
    startedAt = now()
    const batch = takeFirst(queue, MAX_KEYS)
    try {
      const values = await readMany([...batch.keys()])
      for (const [index, { resolve }] of [...batch.values()].entries()) resolve(values[index] ?? null)
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
      throw error
    }
  }

  return (key) => {
    const pending = queue.get(key) ?? Promise.withResolvers()
    queue.set(key, pending)
    if (activeReads === 0 || now() - startedAt > MAX_JOIN_MS) startReading()
    return pending.promise
  }
}

/** The first entries, which are no longer in `all`. */
function takeFirst<T>(all: Map<string, T>, count: number): Map<string, T> {
  const first = new Map([...all].slice(0, count))
  for (const key of first.keys()) all.delete(key)
  return first
}
