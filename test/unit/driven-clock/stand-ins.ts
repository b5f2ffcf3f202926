import type { TimerOptions } from 'node:timers'

type StartTimer<T> = (call: () => void, ms?: number) => T

/** `Date` that tells this time; a date of a given time is as ever. */
export function drivenDate(now: () => number): DateConstructor {
  return new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
}

/** `setTimeout` of `node:timers/promises`, by these timers. */
export function drivenDelay<Timer>(start: StartTimer<Timer>, stop: (timer: Timer) => void) {
  const realDelay = process.getBuiltinModule('node:timers/promises').setTimeout
  return function delay<T>(ms?: number, value?: T, { signal }: TimerOptions = {}): Promise<T | undefined> {
    /** The rejection of Node.js. */
    const aborted = () => realDelay(0, value, { signal })
    if (signal?.aborted) return aborted()
    return new Promise((resolve) => {
      const abort = () => {
        stop(timer)
        resolve(aborted())
      }
      const timer = start(() => {
        signal?.removeEventListener('abort', abort)
        resolve(value)
      }, ms)
      signal?.addEventListener('abort', abort, { once: true })
    })
  }
}

/** `AbortSignal.timeout`, by these timers. */
export function drivenTimeoutSignal(start: StartTimer<unknown>) {
  return (ms: number): AbortSignal => {
    const controller = new AbortController()
    const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    start(() => controller.abort(reason), ms)
    return controller.signal
  }
}
