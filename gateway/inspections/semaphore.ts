/** Lets so many through at a time; whoever comes then waits its turn. */
export interface Semaphore {
  run<T>(work: () => Promise<T>): Promise<T>
}

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
