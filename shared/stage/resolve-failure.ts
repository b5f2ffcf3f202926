import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import type { ThrottledError } from '#shared/async/throttled-error.ts'
import type { WorkResult } from '#shared/consumer/pool/job.ts'
import { Failure } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { failureOutcome } from '#shared/messages/events/outcome.ts'
import { timeLeft } from '#shared/stage/middleware/expiry.ts'
import { type Attempt, retryDelayMs } from '#shared/stage/middleware/retry-policy.ts'
import type { AttemptResult } from '#shared/stage/middleware/stage-telemetry.ts'
import type { Publisher } from '#shared/stage/publisher.ts'
import { errorLabel, traceIdOf } from '#shared/telemetry/tracer.ts'

/** What `resolveFailure` needs of a stage. */
export interface FailureContext {
  readonly handler: { readonly name: string }
  readonly options: { readonly maxAttempts: number; readonly logger: Log }
  readonly publisher: Pick<Publisher, 'complete'>
}

/**
 * Decides what follows a failed attempt: a retry, or the end of the inspection with one failure, which is published.
 * Rejects when the failure cannot be published.
 */
export async function resolveFailure(
  context: FailureContext,
  inspection: Inspection,
  error: unknown,
  attempt: Attempt,
): Promise<AttemptResult> {
  const delayMs = retryDelayMs(context.options.maxAttempts, inspection, error, attempt)
  if (delayMs !== null)
    return { work: { retryAfterMs: delayMs }, outcome: 'retried', code: errorLabel(error) }
  const failure = failureOf(context, inspection, error)
  await context.publisher.complete(inspection, failureOutcome(inspection, context.handler.name, failure))
  return { work: 'done', outcome: 'failed', code: failure.code }
}

function failureOf(context: FailureContext, inspection: Inspection, error: unknown): Failure {
  if (error instanceof RetryAfterError) return error.failure
  if (error instanceof Failure) return error
  logUnexpectedError(context, inspection, error, 'a stage failed unexpectedly')
  return internalError(inspection)
}

/** Logs an unexpected error of the stage with the id and trace of the inspection. */
export function logUnexpectedError(
  { handler, options }: Pick<FailureContext, 'handler' | 'options'>,
  { id, traceparent }: Inspection,
  err: unknown,
  message: string,
): void {
  options.logger.error({ err, inspection: id, stage: handler.name, ...traceIdOf(traceparent) }, message)
}

/**
 * The result of work that was throttled. Only work that waits for its own host group blocks the other work of its key;
 * work that waits for another host lets it go on.
 */
export function postpone(
  { retryAfterMs, hostGroup }: ThrottledError,
  inspection: Inspection,
  key: string | null,
): WorkResult {
  const ms = Math.min(retryAfterMs, timeLeft(inspection))
  return hostGroup === null || hostGroup === key ? { postponeMs: ms } : { retryAfterMs: ms, isAttempt: false }
}

/** The failure of an inspection that crashed too many processes and is not started again. */
export function poisonPillFailure(inspection: Inspection): Failure {
  return internalError(inspection, 'The service stopped each time it worked on this inspection')
}

/** The failure for an unexpected error. Its details hold what support needs to find the log entry. */
function internalError(inspection: Inspection, message = 'An unexpected error occurred'): Failure {
  const details = { request_id: inspection.id, timestamp: new Date().toISOString() }
  return new Failure('INTERNAL_ERROR', message, { details })
}
