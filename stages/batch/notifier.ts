/** Hears of what happens to a subject; what happens between two `next` is not missed. */
export interface Subscription {
  /** Resolves once something has happened since the last `next`, after `ms` at the latest. */
  next(ms: number): Promise<void>
  close(): void
}

/** Tells whoever listens that something happened to a subject. */
export interface Notifier {
  notify(subject: string): void
  subscribe(subject: string): Subscription
}

export function makeNotifier(): Notifier {
  const subscribers = new Map<string, Set<() => void>>()

  function unsubscribe(subject: string, wake: () => void): void {
    const others = subscribers.get(subject)
    others?.delete(wake)
    if (others?.size === 0) subscribers.delete(subject)
  }

  return {
    notify(subject) {
      for (const wake of subscribers.get(subject) ?? []) wake()
    },
    subscribe(subject) {
      const latch = makeLatch()
      subscribers.set(subject, (subscribers.get(subject) ?? new Set()).add(latch.wake))
      return {
        next: latch.next,
        close() {
          unsubscribe(subject, latch.wake)
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
