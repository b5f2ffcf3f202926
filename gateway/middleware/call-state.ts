import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import { type ErrorCode, type Operation, operations } from '#shared/errors.ts'
import type { ApiKey } from '../access/api-keys.ts'

/** The state of a call that middleware and routes share. */
export interface CallState {
  requestId: string
  /** W3C trace context of the caller, if it sent a valid one; later that of the server span. */
  traceparent: string | null
  /** The operation of the path, whose error table applies; null for other paths. */
  operation: Operation | null
  /** The operation of the batch or inspection that the call is about, where the path does not name it. */
  subject: Operation | null
  key: ApiKey | null
  /** The code of the error that answers the call. */
  errorCode: ErrorCode | null
  /** Whether the answer was in the cache; null = the cache was not read. */
  cached: boolean | null
  /** The id of the inspection that the call submitted or asked for. */
  inspection: string | null
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/
/** W3C Trace Context, section 3.2: version 00, neither id all zero. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/
const byPath: ReadonlyMap<string, Operation> = new Map(operations.map((name) => [`/${name}`, name]))

/**
 * Initialises the state of a call: its request id (the caller's, or a new one), which every answer has, its trace context,
 * and its operation. The operation follows from the path alone, so that every error has the shape of the operation.
 */
export const initialState: Middleware<CallState> = (context, next) => {
  const given = context.get('X-Request-Id')
  const traceparent = context.get('traceparent')
  const { state } = context
  state.requestId = REQUEST_ID.test(given) ? given : randomUUID()
  state.traceparent = TRACEPARENT.test(traceparent) ? traceparent : null
  state.operation = byPath.get(context.path) ?? null
  state.subject = null
  state.key = null
  state.errorCode = null
  state.inspection = null
  state.cached = null
  context.res.setHeader('X-Request-Id', state.requestId)
  return next()
}
