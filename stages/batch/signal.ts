/** Hears of what happens to a subject; what happens between two `next` is not missed. */
export interface Listener {
  /** Resolves once something has happened since the last `next`, after `ms` at the latest. */
  next(ms: number): Promise<void>
  close(): void
}

/** Tells whoever listens that something happened to a subject. */
export interface Signal {
  wake(subject: string): void
  listen(subject: string): Listener
}

export function makeSignal(): Signal {
  const listening = new Map<string, Set<() => void>>()

  function forget(subject: string, wake: () => void): void {
    const others = listening.get(subject)
    others?.delete(wake)
    if (others?.size === 0) listening.delete(subject)
  }

  return {
    wake(subject) {
      for (const wake of listening.get(subject) ?? []) wake()
    },
    listen(subject) {
      const latch = makeLatch()
      listening.set(subject, (listening.get(subject) ?? new Set()).add(latch.wake))
      return {
        next: latch.next,
        close() {
          forget(subject, latch.wake)
          latch.wake()
        },
      }
    },
  }
}

function makeLatch(): { wake(): void; next(ms: number): Promise<void> } {
  let isDue = false
  let resume = () => {}
  return {
    wake() {
      isDue = true
      resume()
    },
    async next(ms) {
      const { promise, resolve } = Promise.withResolvers<void>()
      resume = resolve
      if (isDue) resolve()
      const timer = setTimeout(resolve, ms)
      await promise
      clearTimeout(timer)
      isDue = false
    },
  }
}
