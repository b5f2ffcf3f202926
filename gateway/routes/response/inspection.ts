import type { Context } from 'koa'
import type { Operation } from '#shared/errors.ts'
import type { FailureData } from '#shared/messages/events/outcome.ts'
import { type AvailableOperation, isAvailable } from '#shared/operations/parameters.ts'
import type { Answer } from '../../inspections/caller-view.ts'
import type { CallState } from '../../middleware/call-state.ts'
import { sendError } from '../../middleware/errors.ts'
import { operationRoutes } from '../../operations/index.ts'
import { type ErrorResponse, RETRY_AFTER_SECONDS } from '../../server/error-body.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Answers with a cached result, which is JSON already. */
export function sendCached(context: Context, operation: AvailableOperation, json: string): void {
  sendResult(context, operation, json, 'HIT')
}

function sendResult(context: Context, operation: string, json: string, cache: 'HIT' | 'MISS'): void {
  const hasHeader = isAvailable(operation) && operationRoutes[operation].hasCacheHeader
  if (hasHeader) context.res.setHeader('X-Cache', cache)
  context.res.setHeader('Content-Type', JSON_TYPE)
  context.body = json
}

/** Answers 202 with the `Location` of the answer. */
export function sendAccepted(context: Context, id: string): void {
  const location = `/inspections/${id}`
  context.status = 202
  context.state.inspection = id
  context.set({ Location: location, 'Retry-After': String(RETRY_AFTER_SECONDS) })
  context.body = { id, status: 'running', location }
}

/** Answers 503 with the `Location` of the answer, when the caller's time limit has passed. */
export function sendStillRunning(context: Context, id: string): void {
  context.set('Location', `/inspections/${id}`)
  sendError(context as Context & { state: CallState }, {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'The inspection takes longer than the call may wait; its response will be at Location',
    details: { retry_after: RETRY_AFTER_SECONDS },
  })
}

/** Answers with the result or the failure of an inspection, as a synchronous call does. */
export function sendAnswer(context: Context & { state: CallState }, answer: Answer): void {
  if (answer.timing !== '') context.set('Server-Timing', answer.timing)
  if ('resultJson' in answer) sendResult(context, answer.operation, answer.resultJson, 'MISS')
  else sendFailure(context, answer.failure)
}

function sendFailure(context: Context & { state: CallState }, failure: FailureData): void {
  context.state.operation = failure.operation as Operation | null
  sendError(context, failure as ErrorResponse & FailureData)
}
