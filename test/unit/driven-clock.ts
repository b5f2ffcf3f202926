import { setImmediate as turn } from 'node:timers/promises'

/** Time that passes only when the test says so, for `performance.now` and timers. */
export interface DrivenClock {
  /** Lets so many milliseconds pass; timers that are due meanwhile have had their effect when it resolves. */
  pass(ms: number): Promise<void>
  now(): number
  /** From now on time passes by itself again. */
  stop(): void
}

interface Timer {
  readonly dueAt: number
  readonly call: () => void
}

/** Takes the place of the clock until it is stopped. */
export function driveClock(): DrivenClock {
  const { setTimeout, clearTimeout } = globalThis
  const timers = new Set<Timer>()
  let time = 1_000_000

  function start(call: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) {
    const timer = { dueAt: time + ms, call: () => call(...args), unref: () => timer }
    timers.add(timer)
    return timer
  }

  Object.defineProperty(performance, 'now', { value: () => time, configurable: true })
  globalThis.setTimeout = start as unknown as typeof setTimeout
  globalThis.clearTimeout = ((timer: Timer) => timers.delete(timer)) as unknown as typeof clearTimeout
  return {
    async pass(ms) {
      const end = time + ms
      for (;;) {
        const next = [...timers].filter(({ dueAt }) => dueAt <= end).toSorted((a, b) => a.dueAt - b.dueAt)[0]
        if (next === undefined) break
        time = Math.max(time, next.dueAt)
        timers.delete(next)
        next.call()
        await turn()
      }
      time = end
      await turn()
    },
    now: () => time,
    stop() {
      Reflect.deleteProperty(performance, 'now')
      Object.assign(globalThis, { setTimeout, clearTimeout })
    },
  }
}
