import { syncBuiltinESMExports } from 'node:module'
import { setImmediate as turn } from 'node:timers/promises'
import { drivenDate, drivenDelay, drivenTimeoutSignal } from './driven-clock/stand-ins.ts'

/**
 * Time that passes only when the test says so: `performance.now`, `Date` (it begins with the real time), timers, intervals,
 * `setTimeout` of `node:timers/promises` and `AbortSignal.timeout`. Sockets, files and `setImmediate` go on by themselves.
 */
export interface DrivenClock {
  /** Lets so many milliseconds pass; timers that are due meanwhile have had their effect when it resolves. */
  pass(ms: number): Promise<void>
  /** Lets pass what the promise waits for, and settles like it. Rejects when no timer is left, and the promise still waits. */
  run<T>(promise: Promise<T>): Promise<T>
  /** What `performance.now` says. */
  now(): number
  /** From now on time passes by itself again. */
  stop(): void
}

interface Timer {
  dueAt: number
  readonly ms: number
  readonly repeats: boolean
  readonly call: () => void
}

const START = 1_000_000
/** A longer timer of Node.js ends at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Takes the place of the clock until it is stopped. */
export function driveClock(): DrivenClock {
  const timers = new Set<Timer>()
  let time = START
  const restore = replaceClock(timers, () => time)

  /** Moves on to the first timer that is due until then, if there is one. */
  function callNext(end: number): boolean {
    const next = [...timers].filter(({ dueAt }) => dueAt <= end).toSorted((a, b) => a.dueAt - b.dueAt)[0]
    if (next === undefined) return false
    time = Math.max(time, next.dueAt)
    timers.delete(next)
    if (next.repeats) timers.add(Object.assign(next, { dueAt: next.dueAt + Math.max(1, next.ms) }))
    next.call()
    return true
  }

  return {
    async pass(ms) {
      const end = time + ms
      do await turn()
      while (callNext(end))
      time = end
      await turn()
    },
    async run(promise) {
      let isSettled = false
      const settle = () => {
        isSettled = true
      }
      promise.then(settle, settle)
      for (await turn(); !isSettled; await turn())
        if (!callNext(Number.POSITIVE_INFINITY)) throw new Error('the promise waits for nothing on the clock')
      return promise
    },
    now: () => time,
    stop: restore,
  }
}

/** Puts timers that are never due by themselves in the place of the real ones; the result puts those back. */
function replaceClock(timers: Set<Timer>, now: () => number): () => void {
  const { clearTimeout: clearReal } = globalThis
  const realStart = Date.now()
  const starting =
    (repeats: boolean) =>
    (call: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
      const after = ms <= MAX_TIMER_MS ? ms : 1
      const timer = { dueAt: now() + after, ms: after, repeats, call: () => call(...args) }
      timers.add(timer)
      return Object.assign(timer, {
        ref: () => timer,
        unref: () => timer,
        refresh: () => Object.assign(timer, { dueAt: now() + after }),
      })
    }
  const stop = (timer: Timer | NodeJS.Timeout | undefined) => {
    if (timer !== undefined && 'dueAt' in timer) timers.delete(timer)
    else clearReal(timer)
  }
  const start = starting(false)
  const restoring = [
    replace(performance, { now }),
    replace(globalThis, {
      setTimeout: start,
      setInterval: starting(true),
      clearTimeout: stop,
      clearInterval: stop,
      Date: drivenDate(() => Math.floor(realStart + now() - START)),
    }),
    replace(AbortSignal, { timeout: drivenTimeoutSignal(start) }),
    replace(process.getBuiltinModule('node:timers/promises'), { setTimeout: drivenDelay(start, stop) }),
  ]
  syncBuiltinESMExports()
  return () => {
    for (const restore of restoring) restore()
    syncBuiltinESMExports()
  }
}

/** Gives the object these properties; the result gives it back those that it had. */
function replace(object: object, properties: Record<string, unknown>): () => void {
  const former = Object.keys(properties).map(
    (key) => [key, Object.getOwnPropertyDescriptor(object, key)] as const,
  )
  for (const [key, value] of Object.entries(properties))
    Object.defineProperty(object, key, { value, configurable: true, writable: true })
  return () => {
    for (const [key, descriptor] of former)
      if (descriptor === undefined) Reflect.deleteProperty(object, key)
      else Object.defineProperty(object, key, descriptor)
  }
}
