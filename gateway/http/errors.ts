import type { Context, Middleware } from 'koa'
import { AWAY, Failure, isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { reportFailure } from '#shared/operations/failure-status.ts'
import { traceIdOf } from '#shared/telemetry/tracer.ts'
import { type ErrorAnswer, errorBody } from '../answers.ts'
import type { CallState } from './context.ts'

/** Seconds after which a caller may try again when the service is interrupted. */
export const RETRY_AFTER = 2

/** The connection is closed: whatever is answered, nobody reads it. */
export class CallerLeft extends Error {}

/** Turns whatever goes wrong into the documented answer; nothing internal leaks. */
export function errors(logger: Log): Middleware<CallState> {
  return async (context, next) => {
    try {
      await next()
    } catch (error) {
      if (error instanceof CallerLeft) return
      answerError(context, reported(context, error, logger))
    }
  }
}

/** Writes an error in the shape of the call's operation. */
export function answerError(context: Context & { state: CallState }, answer: ErrorAnswer): void {
  const isAway = answer.code === 'SERVICE_UNAVAILABLE'
  const retryAfter = retryAfterOf(answer)
  context.status = answer.status
  context.state.errorCode = answer.code
  context.body = errorBody(
    context.state.operation,
    isAway ? { ...answer, details: { retry_after: retryAfter } } : answer,
  )
  if (retryAfter !== undefined) context.set('Retry-After', String(retryAfter))
}

/** Seconds after which the same call may be answered otherwise (RFC 9110, 10.2.3); undefined where nobody knows. */
function retryAfterOf({ status, details }: ErrorAnswer): number | undefined {
  if (status === 503) return (details as { retry_after?: number } | null)?.retry_after ?? RETRY_AFTER
  return status === 429 ? (details as { reset_after?: number } | null)?.reset_after : undefined
}

function reported(context: Context & { state: CallState }, error: unknown, logger: Log): ErrorAnswer {
  const { operation, requestId } = context.state
  if (isUnavailable(error)) return interrupted(context, error as Failure)
  if (error instanceof Failure) return reportFailure(operation, error)
  const trace = traceIdOf(context.state.traceparent)
  logger.error({ err: error, requestId, operation, ...trace }, 'a call failed unexpectedly')
  const details = { request_id: requestId, timestamp: new Date().toISOString() }
  return reportFailure(operation, new Failure('INTERNAL_ERROR', 'An unexpected error occurred', { details }))
}

/** An inspection that was accepted already is where `Location` says. */
function interrupted(context: Context, failure: Failure): ErrorAnswer {
  const { id, retry_after = RETRY_AFTER } = (failure.details ?? {}) as { id?: string; retry_after?: number }
  if (id !== undefined) context.set('Location', `/inspections/${id}`)
  return {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: toldBy(failure),
    details: { retry_after },
  }
}

/** What a part says of itself (its disk is full) is for clients, too; which of them is away is not. */
function toldBy({ message }: Failure): string {
  return message.startsWith(AWAY) ? `${AWAY}; try again later` : message
}
