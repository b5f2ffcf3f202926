import { setTimeout as delay } from 'node:timers/promises'
import { isUnavailable } from '#shared/errors.ts'

export interface RetryOptions {
  /** Ends the retries: the call rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Milliseconds after which the call rejects with the `SERVICE_UNAVAILABLE` of the last try. Default: no limit. */
  readonly maxWaitMs?: number
  /** Is called with any other error, which is then retried as well. Default: any other error rejects the call. */
  onOtherError?(error: unknown): void
}

const RETRY_MS = 250

/** Repeats the work every 250 ms while it rejects with `SERVICE_UNAVAILABLE` (a backing service is unavailable). */
export async function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  options: RetryOptions = {},
): Promise<T> {
  const { signal, onOtherError = rethrow, maxWaitMs = Number.POSITIVE_INFINITY } = options
  const until = performance.now() + maxWaitMs
  for (;;) {
    signal?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error)) onOtherError(error)
      else if (performance.now() >= until) throw error
    }
    await delay(RETRY_MS, undefined, { ref: false, ...(signal && { signal }) })
  }
}

function rethrow(error: unknown): never {
  throw error
}
