/** Runs work as soon as one of the slots is free, in the order of asking. Rejects when the signal aborts first. */
export type Semaphore = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>

/**
 * At most `size` works at once. A caller whose signal aborts is let go at once, waiting or working; its work keeps the
 * slot until it really ends, since native work can't be stopped.
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

/** The promise's outcome, or the signal's reason once it aborts. */
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
