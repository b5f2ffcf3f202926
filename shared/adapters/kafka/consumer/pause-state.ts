import { withTimeoutOrNull } from '#shared/async/timeout.ts'

/** Whether a subscription is paused or closed, shared by its successive consumers. */
export interface PauseState {
  isPaused: boolean
  isClosed: boolean
  /** Wakes every `nextChange`. */
  notify(): void
  /** Resolves at the next `notify`, or after `limitMs`. */
  nextChange(limitMs: number): Promise<void>
}

/** Creates a state that is neither paused nor closed. */
export function makePauseState(): PauseState {
  let next = Promise.withResolvers<void>()
  return {
    isPaused: false,
    isClosed: false,
    notify() {
      next.resolve()
      next = Promise.withResolvers<void>()
    },
    async nextChange(limitMs) {
      await withTimeoutOrNull(next.promise, limitMs)
    },
  }
}
