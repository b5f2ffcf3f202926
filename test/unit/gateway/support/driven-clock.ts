/** A clock that moves only when a test lets it. */
export interface DrivenClock {
  /** Milliseconds since the epoch. */
  now(): number
  wait(ms: number): Promise<void>
  /** Moves on from one waiting party to the next until the promise settles. Rejects when nobody waits any more. */
  run<T>(promise: Promise<T>): Promise<T>
  /** Lets this time pass. */
  pass(ms: number): Promise<void>
}

/** All that can go on without time has gone on. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

export function drivenClock(): DrivenClock {
  let now = 1_800_000_000_000
  let waiting: { readonly at: number; readonly wake: () => void }[] = []

  function wakeNext(until: number): boolean {
    const [next] = waiting.toSorted((a, b) => a.at - b.at)
    if (next === undefined || next.at > until) return false
    waiting = waiting.filter((one) => one !== next)
    now = next.at
    next.wake()
    return true
  }

  return {
    now: () => now,
    wait: (ms) => new Promise((wake) => waiting.push({ at: now + ms, wake })),
    async run(promise) {
      let isSettled = false
      const end = () => {
        isSettled = true
      }
      promise.then(end, end)
      for (await settled(); !isSettled; await settled())
        if (!wakeNext(Number.POSITIVE_INFINITY)) throw new Error('the promise waits for nothing on the clock')
      return promise
    },
    async pass(ms) {
      const until = now + ms
      do await settled()
      while (wakeNext(until))
      now = until
    },
  }
}
