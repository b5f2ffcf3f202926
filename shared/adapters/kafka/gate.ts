/** What holds records back, shared by the consumers that one membership has one after the other. */
export interface Gate {
  isPaused: boolean
  isClosed: boolean
  /** Wakes all who wait: something changed. */
  changed(): void
  /** Resolves at the next change, or after so many milliseconds. */
  nextChange(limitMs: number): Promise<void>
}

export function makeGate(): Gate {
  let next = Promise.withResolvers<void>()
  return {
    isPaused: false,
    isClosed: false,
    changed() {
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
