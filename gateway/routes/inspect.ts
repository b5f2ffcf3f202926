import type Router from '@koa/router'
import type { Context } from 'koa'
import type { Operation } from '#shared/errors.ts'
import { validationFailure } from '#shared/messages/inspection-requested.ts'
import type { FailureData, Outcome, ResultData } from '#shared/messages/outcome.ts'
import { FAILED } from '#shared/messages/topics.ts'
import {
  type AvailableOperation,
  type Checked,
  checkParameters,
  isAvailable,
} from '#shared/operations/parameters.ts'
import type { ApiKey } from '../access/api-keys.ts'
import { consumeQuota } from '../access/consume-quota.ts'
import type { Quotas } from '../access/quotas.ts'
import type { AnswerCache } from '../inspections/answer-cache.ts'
import type { Inspections } from '../inspections/inspections.ts'
import type { InspectionRequest } from '../inspections/submit.ts'
import { type AuthOptions, authenticate } from '../middleware/authenticate.ts'
import type { CallState } from '../middleware/call-state.ts'
import { ClientDisconnected, RETRY_AFTER_SECONDS, sendError } from '../middleware/errors.ts'
import { operationRoutes } from '../operations/index.ts'
import type { OperationRoute } from '../operations/operation.ts'
import type { ErrorResponse } from '../server/error-body.ts'
import { cachedQueryParser, type QueryParser } from './request/cached-query-parser.ts'
import { readJsonBody } from './request/json-body.ts'
import { parseQuery } from './request/query.ts'

export interface InspectOptions extends AuthOptions {
  readonly inspections: Inspections
  readonly quotas: Quotas
  readonly cache: AnswerCache
  /** How long a synchronous caller is held; null = as long as the operation says. */
  readonly answerTimeoutMs: number | null
}

type PendingRequest = Omit<InspectionRequest, 'waitMs'>

/** Nobody reads an answer asked for with `respond-async` after this time. */
const ASYNC_WAIT_MS = 3_600_000

/** Queries that are remembered as right, and how long these may be in characters: a few MiB at most. */
const CACHED_QUERIES = 1000
const CACHED_QUERY_LENGTH = 1024
const JSON_TYPE = 'application/json; charset=utf-8'

/** One route per operation. */
export function inspectRoutes(router: Router<CallState>, options: InspectOptions): void {
  const queryParser = cachedQueryParser(
    (operation, querystring) => checkParameters(operation, parseQuery(querystring), true),
    { limit: CACHED_QUERIES, maxLength: CACHED_QUERY_LENGTH },
  )
  for (const [operation, { method }] of Object.entries(operationRoutes) as [
    AvailableOperation,
    OperationRoute,
  ][]) {
    const handler = (context: Context) => inspect(context, operation, options, queryParser)
    const requireKey = authenticate(options, operation)
    if (method === 'GET') router.get(`/${operation}`, requireKey, handler)
    else router.post(`/${operation}`, requireKey, handler)
  }
}

/** In the order of decisions section 1: parameters, the target, quota, capacity. A cached answer's target was judged before. */
async function inspect(
  context: Context,
  operation: AvailableOperation,
  options: InspectOptions,
  queryParser: QueryParser,
): Promise<void> {
  const checked = await parseParameters(context, operation, queryParser)
  if ('problems' in checked) throw validationFailure(checked.problems)
  const { key, traceparent } = context.state as CallState
  const request = { operation, parameters: checked.parameters, owner: key as ApiKey, traceparent }
  const readCache = cacheReader(context, request, options.cache)
  const cached = await readCache()
  context.state.cached = cached !== null
  if (cached === null) await options.inspections.checkTarget(request)
  await consumeQuota(context, request, options.quotas)
  if (cached !== null) return sendCached(context, operation, cached)
  const pending = { ...request, readCache }
  if (prefersAsync(context)) await respondAsync(context, pending, options)
  else await respondSync(context, pending, options)
}

async function parseParameters(
  context: Context,
  operation: AvailableOperation,
  queryParser: QueryParser,
): Promise<Checked> {
  const isQuery = operationRoutes[operation].method === 'GET'
  if (isQuery) return queryParser(operation, context.querystring)
  return checkParameters(operation, await readJsonBody(context), false)
}

async function respondAsync(
  context: Context,
  pending: PendingRequest,
  { inspections }: InspectOptions,
): Promise<void> {
  const accepted = await inspections.submit({ ...pending, waitMs: ASYNC_WAIT_MS })
  if ('cachedJson' in accepted) return sendCached(context, pending.operation, accepted.cachedJson)
  context.set('Preference-Applied', 'respond-async')
  sendAccepted(context, accepted.id)
}

/** How to ask for an answer that is young enough. `Cache-Control: no-cache` asks for a new one (RFC 9111, 5.2.1.4). */
function cacheReader(
  context: Context,
  { operation, parameters, owner }: Omit<PendingRequest, 'readCache'>,
  cache: AnswerCache,
): PendingRequest['readCache'] {
  const isNoCache = /(^|,)\s*no-cache\s*(,|$)/i.test(context.get('Cache-Control'))
  if (isNoCache || operationRoutes[operation].bypassesCache?.(parameters)) return async () => null
  return () => cache.read(operation, parameters, maxCacheAge(operation, owner))
}

function sendCached(context: Context, operation: AvailableOperation, json: string): void {
  if (operationRoutes[operation].hasCacheHeader) context.res.setHeader('X-Cache', 'HIT')
  context.res.setHeader('Content-Type', JSON_TYPE)
  context.body = json
}

function maxCacheAge(operation: AvailableOperation, owner: ApiKey): number | null {
  return operation === 'metadata' ? owner.metadataTtlSeconds : null
}

async function respondSync(
  context: Context,
  pending: PendingRequest,
  { inspections, answerTimeoutMs }: InspectOptions,
): Promise<void> {
  const timeoutMs = answerTimeoutMs ?? operationRoutes[pending.operation].answerTimeoutMs(pending.parameters)
  const disconnected = new AbortController()
  context.res.once(
    'close',
    () => context.res.writableFinished || disconnected.abort(new ClientDisconnected()),
  )
  const result = await inspections.submitAndWait({ ...pending, waitMs: timeoutMs }, disconnected.signal)
  if ('cachedJson' in result) return sendCached(context, pending.operation, result.cachedJson)
  context.state.inspection = result.id
  if (result.outcome !== null) sendOutcome(context, result.outcome)
  else sendStillRunning(context, result.id)
}

/** RFC 7240, section 4.1. */
function prefersAsync(context: Context): boolean {
  return context
    .get('Prefer')
    .split(',')
    .some((preference) => preference.trim().toLowerCase().split(';')[0] === 'respond-async')
}

/** 202: where the answer will be. */
export function sendAccepted(context: Context, id: string): void {
  const location = `/inspections/${id}`
  context.status = 202
  context.state.inspection = id
  context.set({ Location: location, 'Retry-After': String(RETRY_AFTER_SECONDS) })
  context.body = { id, status: 'running', location }
}

function sendStillRunning(context: Context, id: string): void {
  context.set('Location', `/inspections/${id}`)
  sendError(context as Context & { state: CallState }, {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'The inspection takes longer than a caller is held; its answer will be at Location',
    details: { retry_after: RETRY_AFTER_SECONDS },
  })
}

/** What the synchronous call answers. */
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
