import type { Failure } from '#shared/errors.ts'

/**
 * The target itself asks to come back later: the work rests for `inMs` without holding a slot, as often as a step is
 * tried, and then ends with the failure. A reason for the batch lane alone: an interactive caller doesn't wait so long.
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
