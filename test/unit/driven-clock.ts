import { setImmediate as turn } from 'node:timers/promises'

/** Time that passes only when the test says so, for `performance.now`, timers and intervals. */
export interface DrivenClock {
  /** Lets so many milliseconds pass; timers that are due meanwhile have had their effect when it resolves. */
  pass(ms: number): Promise<void>
  now(): number
  /** From now on time passes by itself again. */
  stop(): void
}

interface Timer {
  dueAt: number
  /** Milliseconds between two calls; null for a timer that is due once. */
  readonly everyMs: number | null
  readonly call: () => void
}

/** Takes the place of the clock until it is stopped. */
export function driveClock(): DrivenClock {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis
  const timers = new Set<Timer>()
  let time = 1_000_000

  const starting =
    (repeats: boolean) =>
    (call: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
      const everyMs = repeats ? ms : null
      const timer = { dueAt: time + ms, everyMs, call: () => call(...args), unref: () => timer }
      timers.add(timer)
      return timer
    }
  const stop = (timer: Timer) => timers.delete(timer)

  Object.defineProperty(performance, 'now', { value: () => time, configurable: true })
  globalThis.setTimeout = starting(false) as unknown as typeof setTimeout
  globalThis.setInterval = starting(true) as unknown as typeof setInterval
  globalThis.clearTimeout = stop as unknown as typeof clearTimeout
  globalThis.clearInterval = stop as unknown as typeof clearInterval
  return {
    async pass(ms) {
      const end = time + ms
      for (;;) {
        const next = [...timers].filter(({ dueAt }) => dueAt <= end).toSorted((a, b) => a.dueAt - b.dueAt)[0]
        if (next === undefined) break
        time = Math.max(time, next.dueAt)
        if (next.everyMs === null) timers.delete(next)
        else next.dueAt += next.everyMs
        next.call()
        await turn()
      }
      time = end
      await turn()
    },
    now: () => time,
    stop() {
      Reflect.deleteProperty(performance, 'now')
      Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval })
    },
  }
}
