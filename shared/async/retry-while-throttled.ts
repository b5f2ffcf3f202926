import { setTimeout as sleep } from 'node:timers/promises'
import { ThrottledError } from '#shared/async/throttled-error.ts'

/** Does the work again and again until its turn has come. Rejects as it does, and with the signal's reason. */
export async function retryWhileThrottled<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted()
    const result = await work().catch((error: unknown) => {
      if (error instanceof ThrottledError) return error
      throw error
    })
    if (!(result instanceof ThrottledError)) return result
    // The signal is looked at above.
    await sleep(result.retryAfterMs, undefined, { signal }).catch(() => {})
  }
}
