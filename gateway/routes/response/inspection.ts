import type { Context } from 'koa'
import type { Operation } from '#shared/errors.ts'
import type { FailureData, Outcome, ResultData } from '#shared/messages/events/outcome.ts'
import { FAILED } from '#shared/messages/topics.ts'
import { type AvailableOperation, isAvailable } from '#shared/operations/parameters.ts'
import type { CallState } from '../../middleware/call-state.ts'
import { sendError } from '../../middleware/errors.ts'
import { operationRoutes } from '../../operations/index.ts'
import { type ErrorResponse, RETRY_AFTER_SECONDS } from '../../server/error-body.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Answers with a cached result, which is JSON already. */
export function sendCached(context: Context, operation: AvailableOperation, json: string): void {
  if (operationRoutes[operation].hasCacheHeader) context.res.setHeader('X-Cache', 'HIT')
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
    message: 'The inspection takes longer than the call may wait; its answer will be at Location',
    details: { retry_after: RETRY_AFTER_SECONDS },
  })
}

/** Answers with the outcome of an inspection, as a synchronous call does. */
export function sendOutcome(context: Context, outcome: Outcome): void {
  if (outcome.timing !== '') context.set('Server-Timing', outcome.timing)
  if (outcome.topic === FAILED) {
    const failure = JSON.parse(outcome.json) as FailureData
    const state = context.state as CallState
    state.operation = failure.operation as Operation | null
    sendError(context as Context & { state: CallState }, failure as ErrorResponse & FailureData)
    return
  }
  const { operation, result } = JSON.parse(outcome.json) as ResultData
  context.status = 200
  if (isAvailable(operation) && operationRoutes[operation].hasCacheHeader) context.set('X-Cache', 'MISS')
  context.body = result
}
