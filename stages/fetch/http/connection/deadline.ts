import { timedOut } from '../message/target-failures.ts'

export interface Deadline {
  readonly signal: AbortSignal
  /** Frees the timer and ends whatever is still going on under the signal. */
  end(): void
}

/** Nobody hears this reason; one made for each request costs more than the timer. */
const requestEnded = new Error('the request is over')

/**
 * One limit of `timeoutMs`, of which `spentMs` are used up, over everything a request does, since timeouts per read never end a target that sends a byte now and then.
 * The signal's reason is the failure to answer with: `TIMEOUT`, or the reason of the caller's own signal.
 */
export function makeDeadline(
  url: string,
  timeoutMs: number,
  callerSignal: AbortSignal | undefined,
  spentMs = 0,
): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(timedOut(url, timeoutMs)), Math.max(0, timeoutMs - spentMs))
  const abortWithCaller = () => controller.abort(callerSignal?.reason)
  if (callerSignal?.aborted) abortWithCaller()
  callerSignal?.addEventListener('abort', abortWithCaller, { once: true })
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      callerSignal?.removeEventListener('abort', abortWithCaller)
      controller.abort(requestEnded)
    },
  }
}

/** The promise's outcome, or the signal's reason as soon as it is aborted, whatever the promise goes on doing. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
