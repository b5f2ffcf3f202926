import { startRunningTimer } from '#shared/async/running-timer.ts'
import { timedOut } from '../message/target-failures.ts'

/** No caller reads this reason. One shared error is cheaper than one for each request. */
const requestEnded = new Error('the request is over')

/**
 * Makes one deadline of `timeoutMs` for everything a request does while the process runs, of which `spentMs` are
 * used up. A timeout for each read would never end a target that sends a byte now and then. The signal's reason is
 * the error to report: `TIMEOUT`, or the reason of the caller's own signal.
 */
export function makeDeadline(
  url: string,
  timeoutMs: number,
  callerSignal: AbortSignal | undefined,
  spentMs = 0,
) {
  const controller = new AbortController()
  const expire = () => controller.abort(timedOut(url, timeoutMs))
  const stopTimer = startRunningTimer(Math.max(0, timeoutMs - spentMs), expire)
  const followCaller = () => controller.abort(callerSignal?.reason)
  if (callerSignal?.aborted) followCaller()
  callerSignal?.addEventListener('abort', followCaller, { once: true })
  return {
    signal: controller.signal,
    /** Stops the timer and aborts all work that still runs under the signal. */
    end(): void {
      stopTimer()
      callerSignal?.removeEventListener('abort', followCaller)
      controller.abort(requestEnded)
    },
  }
}
