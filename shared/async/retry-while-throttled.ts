import { setTimeout as sleep } from 'node:timers/promises'
import { ThrottledError } from '#shared/async/throttled-error.ts'

/**
 * Repeats the work while it rejects with `ThrottledError`, after the delay that the error names. Rejects with any other
 * error of the work, and with the signal's reason.
 */
export async function retryWhileThrottled<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted()
    const result = await work().catch((error: unknown) => {
      if (error instanceof ThrottledError) return error
      throw error
    })
    if (!(result instanceof ThrottledError)) return result
    // An aborted signal is handled at the top of the loop.
    await sleep(result.retryAfterMs, undefined, { signal }).catch(() => {})
  }
}
