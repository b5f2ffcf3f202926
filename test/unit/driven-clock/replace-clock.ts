import { syncBuiltinESMExports } from 'node:module'
import { drivenDate, drivenDelay, drivenTimeoutSignal } from './stand-ins.ts'

/** A timer that is called when the test has let its time pass. */
export interface Timer {
  dueAt: number
  readonly ms: number
  readonly repeats: boolean
  readonly call: () => void
}

/** A longer timer of Node.js ends at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Puts `now`, and timers that are never called by themselves, in the place of the clock of the process; the result puts that
 * back. `Date` goes on from the real time.
 */
export function replaceClock(timers: Set<Timer>, now: () => number): () => void {
  const { clearTimeout: clearReal } = globalThis
  const dateOffset = Date.now() - now()
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
  /** What is no timer of these is one of before, or none. */
  const stop = (timer: unknown) => {
    if (!timers.delete(timer as Timer)) clearReal(timer as NodeJS.Timeout)
  }
  const start = starting(false)
  const restoring = [
    replace(performance, { now }),
    replace(globalThis, {
      setTimeout: start,
      setInterval: starting(true),
      clearTimeout: stop,
      clearInterval: stop,
      Date: drivenDate(() => Math.floor(dateOffset + now())),
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
