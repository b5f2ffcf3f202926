/** Lets so many through at a time; whoever comes then waits its turn. */
export interface Turnstile {
  pass<T>(work: () => Promise<T>): Promise<T>
}

export function makeTurnstile(width: number): Turnstile {
  const waiting: (() => void)[] = []
  let inside = 0

  return {
    async pass(work) {
      if (inside < width) inside += 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) inside -= 1
        else next()
      }
    },
  }
}
