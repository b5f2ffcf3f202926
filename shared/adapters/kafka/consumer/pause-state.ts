/** What holds records back, shared by the consumers that one membership has one after the other. */
export interface PauseState {
  isPaused: boolean
  isClosed: boolean
  /** Wakes all who wait: something changed. */
  notify(): void
  /** Resolves at the next change, or after so many milliseconds. */
  nextChange(limitMs: number): Promise<void>
}

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
