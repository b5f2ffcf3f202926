import { setTimeout as delay } from 'node:timers/promises'
import { isUnavailable } from '#shared/errors.ts'

export interface RetryOptions {
  /** Ends the waiting: it rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Milliseconds after which it rejects with what the service's absence is told by. Default: it waits for ever. */
  readonly maxWaitMs?: number
  /** Hears of any other error, which then is waited out as well; without it such an error ends the waiting. */
  onOtherError?(error: unknown): void
}

const RETRY_MS = 250

/** Waits out the absence of an inner service: the work is tried again until it works. */
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
