import type { Failure } from '#shared/errors.ts'

/**
 * The target asks to come back later. The work is retried after `retryAfterMs`, without a slot meanwhile. Each retry counts
 * as an attempt, and the last attempt ends with `failure`. For batch work only: an interactive caller does not wait.
 */
export class RetryAfterError extends Error {
  readonly failure: Failure
  readonly retryAfterMs: number

  constructor(failure: Failure, retryAfterMs: number) {
    super(`to be tried again in ${retryAfterMs} ms: ${failure.message}`, { cause: failure })
    this.name = 'RetryAfterError'
    this.failure = failure
    this.retryAfterMs = retryAfterMs
  }
}
