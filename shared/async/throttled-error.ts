import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The work has no permit now. It is started again from the beginning after `retryAfterMs`, without a slot meanwhile and at
 * the head of its key's queue. Unlike `RetryAfterError` it counts as no attempt: it may happen any number of times.
 */
export class ThrottledError extends Error {
  readonly retryAfterMs: number
  /**
   * The host group (`HostGroups`), or the single host, whose permit the work waits for. Work that waits for another group
   * than its own lets the other work of its key run. Null = unknown.
   */
  readonly hostGroup: string | null

  constructor(retryAfterMs: number, hostGroup: string | null = null) {
    super(`throttled: to be tried again in ${retryAfterMs} ms`)
    this.name = 'ThrottledError'
    this.retryAfterMs = retryAfterMs
    this.hostGroup = hostGroup
  }
}

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
