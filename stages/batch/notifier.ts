/** A subscription to a subject. Notifications between two calls of `next` are not missed. */
export interface Subscription {
  /** Resolves on a notification since the last `next`, or after `ms` milliseconds. */
  next(ms: number): Promise<void>
  close(): void
}

/** Notifies subscribers of changes of a subject. */
export interface Notifier {
  notify(subject: string): void
  subscribe(subject: string): Subscription
}

/** Makes a notifier without subscribers. */
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
