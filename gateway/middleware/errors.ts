import type Koa from 'koa'
import type { Context, Middleware } from 'koa'
import { Failure, isUnavailable, UNAVAILABLE_MESSAGE } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { reportFailure } from '#shared/operations/failure-status.ts'
import { traceIdOf } from '#shared/telemetry/tracer.ts'
import { type ErrorResponse, errorBody, RETRY_AFTER_SECONDS } from '../server/error-body.ts'
import { NOT_FOUND_POLICY, notFoundPage } from '../server/pages/not-found.ts'
import type { CallState } from './call-state.ts'

/** The client closed the connection, so it cannot receive an answer. */
export class ClientDisconnected extends Error {}

/** Turns every error into the documented answer, without internal details. Logs unexpected errors. */
export function errors(logger: Log): Middleware<CallState> {
  return async (context, next) => {
    try {
      await next()
    } catch (error) {
      if (error instanceof ClientDisconnected) return
      sendError(context, errorResponse(context, error, logger))
    }
  }
}

/** Sends an error in the shape of the call's operation; to a person at a URL where nothing is, a page. */
export function sendError(context: Context & { state: CallState }, response: ErrorResponse): void {
  const isNotFound = response.code === 'NOT_FOUND'
  context.status = response.status
  context.state.errorCode = response.code
  if (isNotFound) context.vary('Accept')
  if (isNotFound && isNavigation(context)) setNotFoundPage(context, response)
  else setErrorBody(context, response)
}

function setErrorBody(context: Context & { state: CallState }, response: ErrorResponse): void {
  const isUnavailableError = response.code === 'SERVICE_UNAVAILABLE'
  const retryAfter = retryAfterOf(response)
  context.body = errorBody(
    context.state.operation,
    isUnavailableError ? { ...response, details: { retry_after: retryAfter } } : response,
  )
  if (retryAfter !== undefined) context.set('Retry-After', String(retryAfter))
}

/**
 * Whether a browser goes to the URL: `text/html` is named and preferred, and the call has no key. Programs, which ask for the
 * HTML of a report with their key, and those that accept anything get JSON.
 */
function isNavigation(context: Context & { state: CallState }): boolean {
  const { method, state } = context
  const isHtmlNamed = context.get('Accept').toLowerCase().includes('text/html')
  return method === 'GET' && state.key === null && isHtmlNamed && context.accepts('json', 'html') === 'html'
}

function setNotFoundPage(context: Context & { state: CallState }, { message }: ErrorResponse): void {
  context.set({
    'Content-Security-Policy': NOT_FOUND_POLICY,
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex',
  })
  context.type = 'text/html; charset=utf-8'
  context.body = notFoundPage({ path: context.path, message, requestId: context.state.requestId })
}

/** Seconds after which the same call may succeed (RFC 9110, section 10.2.3); undefined where unknown. */
function retryAfterOf({ status, details }: ErrorResponse): number | undefined {
  if (status === 503) return (details as { retry_after?: number } | null)?.retry_after ?? RETRY_AFTER_SECONDS
  return status === 429 ? (details as { reset_after?: number } | null)?.reset_after : undefined
}

function errorResponse(context: Context & { state: CallState }, error: unknown, logger: Log): ErrorResponse {
  const { operation, requestId } = context.state
  if (isUnavailable(error)) return serviceUnavailable(context, error as Failure)
  if (error instanceof Failure) return reportFailure(operation, error)
  const traceFields = traceIdOf(context.state.traceparent)
  logger.error({ err: error, requestId, operation, ...traceFields }, 'a call failed unexpectedly')
  const details = { request_id: requestId, timestamp: new Date().toISOString() }
  return reportFailure(operation, new Failure('INTERNAL_ERROR', 'An unexpected error occurred', { details }))
}

/** `Location` names an inspection that was submitted before the outage. */
function serviceUnavailable(context: Context, failure: Failure): ErrorResponse {
  const { id, retry_after = RETRY_AFTER_SECONDS } = (failure.details ?? {}) as {
    id?: string
    retry_after?: number
  }
  if (id !== undefined) context.set('Location', `/inspections/${id}`)
  return {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: publicMessage(failure),
    details: { retry_after },
  }
}

/** A component's own message (its disk is full) is public; which component is unavailable is not. */
function publicMessage({ message }: Failure): string {
  return message.startsWith(UNAVAILABLE_MESSAGE) ? `${UNAVAILABLE_MESSAGE}; try again later` : message
}

/** Error codes of a client that disconnects. */
const disconnectCodes: ReadonlySet<unknown> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

/** Logs errors while an answer is sent, except those of a client that disconnects. */
export function logResponseErrors(app: Koa<CallState>, logger: Log): void {
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!disconnectCodes.has(error.code))
      logger.error({ err: error }, 'a response broke off while it was sent')
  })
}
