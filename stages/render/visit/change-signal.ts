import { withTimeoutOrNull } from '#shared/async/timeout.ts'

export type ChangeSignal = ReturnType<typeof makeChangeSignal>

/** A signal for waiting on the next change, which any number of callers can do. */
export function makeChangeSignal() {
  let change = Promise.withResolvers<void>()
  return {
    notify(): void {
      change.resolve()
      change = Promise.withResolvers<void>()
    },
    /** Resolves at the next `notify`, after `ms` milliseconds at the latest. */
    async next(ms: number): Promise<void> {
      await withTimeoutOrNull(change.promise, ms)
    },
  }
}
