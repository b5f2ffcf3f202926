import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure, isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { INTERACTIVE_MAX_WAIT_MS } from '#shared/stage/complete-interactive.ts'
import { timeLeft } from '#shared/stage/middleware/expiry.ts'
import { type Attempt, abandoned, type Effect, type Middleware } from '#shared/stage/middleware.ts'
import { errorLabel, traceIdOf } from '#shared/telemetry/tracer.ts'

export interface RetryOptions {
  readonly stage: string
  /** Attempts at work that fails unexpectedly. */
  readonly maxAttempts: number
  readonly logger: Log
  isStopped(): boolean
  /** The key of the record for the limit of concurrent work; null = none. */
  keyOf(attempt: Attempt): string | null
}

/** Decides what follows an error: work that is throttled is postponed; other work is retried, or ends with one failure. */
export function retry(options: RetryOptions): Middleware {
  return (next) => (attempt) =>
    next(attempt).catch((error: unknown) =>
      options.isStopped() ? abandoned : effectOf(options, attempt, error),
    )
}

function effectOf(options: RetryOptions, attempt: Attempt, error: unknown): Effect {
  if (error instanceof ThrottledError) return postponed(error, attempt, options.keyOf(attempt))
  const retryAfterMs = retryDelayMs(options.maxAttempts, attempt, error)
  if (retryAfterMs !== null) return { retryAfterMs, code: errorLabel(error) }
  return { failure: failureOf(options, attempt, error) }
}

const BACKOFF_MS = 100
const UNAVAILABLE_MAX_MS = 5000

/**
 * Milliseconds until the next attempt at work that failed with `error`; null = no attempt follows and the work ends with
 * its failure. Backoff is exponential (100 ms, doubled each time, 5 s at most while a service is unavailable).
 */
function retryDelayMs(
  maxAttempts: number,
  { inspection, count, startedAt }: Attempt,
  error: unknown,
): number | null {
  if (error instanceof RetryAfterError) return count < maxAttempts ? error.retryAfterMs : null
  const backoff = BACKOFF_MS * 2 ** Math.min(count, 10)
  if (isUnavailable(error)) {
    const next = performance.now() - startedAt + backoff
    const mayWait = inspection.lane === 'batch' || next < INTERACTIVE_MAX_WAIT_MS
    return mayWait ? Math.min(backoff, UNAVAILABLE_MAX_MS) : null
  }
  return error instanceof Failure || count + 1 >= maxAttempts ? null : backoff
}

/**
 * The effect of throttled work. It did no work, and may be throttled any number of times: no attempt is counted. Only
 * work that waits for its own host group blocks the other work of its key; work that waits for another host lets it go on.
 */
function postponed(
  { retryAfterMs, hostGroup }: ThrottledError,
  { inspection }: Attempt,
  key: string | null,
): Effect {
  const ms = Math.min(retryAfterMs, timeLeft(inspection))
  return hostGroup === null || hostGroup === key ? { postponeMs: ms } : { retryAfterMs: ms, isAttempt: false }
}

function failureOf(options: RetryOptions, attempt: Attempt, error: unknown): Failure {
  if (error instanceof RetryAfterError) return error.failure
  if (error instanceof Failure) return error
  logUnexpectedError(options, attempt, error, 'a stage failed unexpectedly')
  return internalError(attempt.inspection)
}

/** Logs an unexpected error of the stage with the id and trace of the inspection. */
export function logUnexpectedError(
  { stage, logger }: Pick<RetryOptions, 'stage' | 'logger'>,
  { inspection: { id, traceparent } }: Attempt,
  err: unknown,
  message: string,
): void {
  logger.error({ err, inspection: id, stage, ...traceIdOf(traceparent) }, message)
}

/** The failure for an unexpected error. Its details hold what support needs to find the log entry. */
export function internalError(inspection: Inspection, message = 'An unexpected error occurred'): Failure {
  const details = { request_id: inspection.id, timestamp: new Date().toISOString() }
  return new Failure('INTERNAL_ERROR', message, { details })
}
