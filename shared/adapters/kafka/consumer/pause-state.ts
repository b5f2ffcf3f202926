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
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, limitMs)
      await Promise.race([next.promise, timeout.promise])
      clearTimeout(timer)
    },
  }
}
