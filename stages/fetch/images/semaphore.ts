/**
 * Runs the work as soon as a permit is free, in the order of the calls. Rejects when the signal aborts first.
 */
export type Semaphore = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>

/**
 * Makes a semaphore with `size` permits. A call whose signal aborts rejects at once, waiting or running;
 * running work keeps its permit until it really ends, since native work cannot be stopped.
 */
export function makeSemaphore(size: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = size

  function release(): void {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }

  async function acquire(signal: AbortSignal): Promise<void> {
    if (free > 0) {
      free--
      return
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    try {
      await orAborted(promise, signal)
    } catch (error) {
      const at = waiting.indexOf(resolve)
      if (at >= 0) waiting.splice(at, 1)
      else release()
      throw error
    }
  }

  return async (signal, work) => {
    signal.throwIfAborted()
    await acquire(signal)
    return orAborted(work().finally(release), signal)
  }
}

/** Settles like the promise, or rejects with the signal's reason once the signal aborts. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
