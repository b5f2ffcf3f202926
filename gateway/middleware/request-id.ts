import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { CallState } from './call-state.ts'

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/
/** W3C Trace Context, section 3.2: version 00, neither id all zero. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/**
 * Initialises the state of the call: its request id (the caller's, or a new one), which every answer has, and its trace
 * context.
 */
export const requestId: Middleware<CallState> = (context, next) => {
  const given = context.get('X-Request-Id')
  const traceparent = context.get('traceparent')
  context.state.requestId = REQUEST_ID.test(given) ? given : randomUUID()
  context.state.traceparent = TRACEPARENT.test(traceparent) ? traceparent : null
  context.state.operation = null
  context.state.key = null
  context.state.errorCode = null
  context.state.inspection = null
  context.state.cached = null
  context.res.setHeader('X-Request-Id', context.state.requestId)
  return next()
}
