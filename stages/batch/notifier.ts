import { EventEmitter } from 'node:events'

/** The subject of "there may be items to dispatch". */
export const DISPATCHABLE = Symbol('items to dispatch')

/** A subscription to a subject. Notifications between two calls of `next` are not missed. */
export interface Subscription {
  /** Resolves on a notification since the last `next`, or after `ms` milliseconds. */
  next(ms: number): Promise<void>
  close(): void
}

/** Notifies subscribers of changes of a subject: of a batch, by its id, or `DISPATCHABLE`. */
export interface Notifier {
  notify(subject: string | symbol): void
  subscribe(subject: string | symbol): Subscription
}

/** Makes a notifier without subscribers. */
export function makeNotifier(): Notifier {
  const changes = new EventEmitter().setMaxListeners(Number.POSITIVE_INFINITY)
  return {
    notify: (subject) => void changes.emit(subject),
    subscribe(subject) {
      const { wake, next } = makeLatch()
      changes.on(subject, wake)
      return {
        next,
        close() {
          changes.off(subject, wake)
          wake()
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
