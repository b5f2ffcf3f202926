import { withTimeoutOrNull } from '#shared/async/timeout.ts'

/** A signal for waiting on the next change. */
export interface ChangeSignal {
  notify(): void
  /** Resolves at the next `notify`, after `ms` milliseconds at the latest. */
  next(ms: number): Promise<void>
}

/** A signal that any number of callers can wait on. */
export function makeChangeSignal(): ChangeSignal {
  let change = Promise.withResolvers<void>()
  return {
    notify() {
      change.resolve()
      change = Promise.withResolvers<void>()
    },
    async next(ms) {
      await withTimeoutOrNull(change.promise, ms)
    },
  }
}
