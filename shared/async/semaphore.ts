/** Runs at most `limit` works at the same time; the others wait in order. */
export interface Semaphore {
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Makes a semaphore. A work that rejects releases its place too. */
export function makeSemaphore(limit: number): Semaphore {
  const waiting: (() => void)[] = []
  let running = 0

  return {
    async run(work) {
      if (running < limit) running += 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) running -= 1
        else next()
      }
    },
  }
}
