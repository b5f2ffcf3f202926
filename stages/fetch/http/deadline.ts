import { timedOut } from './failures.ts'

export interface Deadline {
  readonly signal: AbortSignal
  /** Frees the timer and ends whatever is still going on under the signal. */
  end(): void
}

/**
 * One limit over everything a request does, since timeouts per read never end a target that sends a byte now and then.
 * The signal's reason is the failure to answer with: `TIMEOUT`, or the reason of the caller's own signal.
 */
export function makeDeadline(url: string, timeoutMs: number, callers: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(timedOut(url, timeoutMs)), timeoutMs)
  const follow = () => controller.abort(callers?.reason)
  if (callers?.aborted) follow()
  callers?.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      callers?.removeEventListener('abort', follow)
      controller.abort()
    },
  }
}

/** The promise's outcome, or the signal's reason as soon as it is aborted, whatever the promise goes on doing. */
export function until<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
