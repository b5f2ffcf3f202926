import { Failure } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { Inspection } from '#shared/messages/inspection.ts'
import { failureOutcome } from '#shared/messages/outcome.ts'
import { internalError } from '#shared/pipeline/internal-error.ts'
import type { Publisher } from '#shared/pipeline/publisher.ts'
import { type Attempt, retryAfter } from '#shared/pipeline/retries.ts'
import type { Ending } from '#shared/pipeline/stage-watch.ts'
import { TryLater } from '#shared/pipeline/try-later.ts'
import { errorWord, traceIdOf } from '#shared/telemetry/tracer.ts'

/** What failures of a stage are answered with. */
export interface Settling {
  readonly step: { readonly name: string }
  readonly options: { readonly tries: number; readonly logger: Log }
  readonly publisher: Pick<Publisher, 'conclude'>
}

/** One failure stays one failure: it is answered, or the work is tried again. Rejects when it could not be answered. */
export async function settle(
  settling: Settling,
  inspection: Inspection,
  error: unknown,
  attempt: Attempt,
): Promise<Ending> {
  const again = retryAfter(settling.options.tries, inspection, error, attempt)
  if (again !== null) return { done: { againInMs: again }, way: 'retried', code: errorWord(error) }
  const failure = failureOf(settling, inspection, error)
  await settling.publisher.conclude(inspection, failureOutcome(inspection, settling.step.name, failure))
  return { done: 'done', way: 'failed', code: failure.code }
}

function failureOf(settling: Settling, inspection: Inspection, error: unknown): Failure {
  if (error instanceof TryLater) return error.failure
  if (error instanceof Failure) return error
  logDefect(settling, inspection, error, 'a step failed unexpectedly')
  return internalError(inspection)
}

/** Logs a defect of the stage with the inspection that it befell. */
export function logDefect(
  { step, options }: Pick<Settling, 'step' | 'options'>,
  { id, traceparent }: Inspection,
  err: unknown,
  message: string,
): void {
  options.logger.error({ err, inspection: id, stage: step.name, ...traceIdOf(traceparent) }, message)
}
