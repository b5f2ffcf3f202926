import { abortable } from '#shared/async/timeout.ts'

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
      await abortable(signal, promise)
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
    return abortable(signal, work().finally(release))
  }
}
