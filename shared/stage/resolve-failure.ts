import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import type { ThrottledError } from '#shared/async/throttled-error.ts'
import type { WorkResult } from '#shared/consumer/pool/job.ts'
import { Failure } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { Inspection } from '#shared/messages/inspection.ts'
import { failureOutcome } from '#shared/messages/outcome.ts'
import { internalError } from '#shared/stage/internal-error.ts'
import { timeLeft } from '#shared/stage/middleware/expiry.ts'
import { type Attempt, retryDelayMs } from '#shared/stage/middleware/retry-policy.ts'
import type { AttemptResult } from '#shared/stage/middleware/stage-telemetry.ts'
import type { Publisher } from '#shared/stage/publisher.ts'
import { errorLabel, traceIdOf } from '#shared/telemetry/tracer.ts'

/** What failures of a stage are answered with. */
export interface FailureContext {
  readonly handler: { readonly name: string }
  readonly options: { readonly maxAttempts: number; readonly logger: Log }
  readonly publisher: Pick<Publisher, 'complete'>
}

/** One failure stays one failure: it is answered, or the work is tried again. Rejects when it could not be answered. */
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
  logUnexpectedError(context, inspection, error, 'a step failed unexpectedly')
  return internalError(inspection)
}

/** Logs a defect of the stage with the inspection that it befell. */
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
