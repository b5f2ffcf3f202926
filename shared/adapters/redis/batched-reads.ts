type Value = string | null

/** Most keys of one command: a larger reply would delay other commands. */
const MAX_KEYS = 64
/** A read that takes longer than this (a slow or distant server) is not waited for by later reads. */
const MAX_JOIN_MS = 5

/**
 * Combines reads of single keys (as dataloader does): reads requested in the same turn of the event loop, or
 * within the first moments of the previous read, become one command that names each key once. A value is
 * never older than its request. If a read fails, the reads that wait for its end fail with it, so that no
 * caller waits for two failures in a row. `now` is a monotonic clock in milliseconds.
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

/** Removes the first entries from `all` and returns them. */
function takeFirst<T>(all: Map<string, T>, count: number): Map<string, T> {
  const first = new Map([...all].slice(0, count))
  for (const key of first.keys()) all.delete(key)
  return first
}
