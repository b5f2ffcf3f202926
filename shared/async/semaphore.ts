import { abortable } from '#shared/async/timeout.ts'

/** Runs a limited number of works at the same time; the others wait in the order of the calls. */
export interface Semaphore {
  /**
   * Runs the work as soon as a permit is free and settles like the work. With a signal, the call rejects with the
   * signal's reason as soon as it aborts: waiting work is then never run; running work keeps its permit until it ends,
   * since native work cannot be stopped.
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** Makes a semaphore with `size` permits. */
export function makeSemaphore(size: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = size

  function release(): void {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }

  async function acquire(signal: AbortSignal | undefined): Promise<void> {
    if (free > 0) {
      free--
      return
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    try {
      await (signal === undefined ? promise : abortable(signal, promise))
    } catch (error) {
      const at = waiting.indexOf(resolve)
      if (at >= 0) waiting.splice(at, 1)
      else release()
      throw error
    }
  }

  return {
    async run(work, signal) {
      signal?.throwIfAborted()
      await acquire(signal)
      const running = (async () => work())().finally(release)
      return signal === undefined ? running : abortable(signal, running)
    },
  }
}
