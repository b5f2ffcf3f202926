import type Router from '@koa/router'
import type { Context } from 'koa'
import { validationFailure } from '#shared/messages/events/inspection-requested.ts'
import { type AvailableOperation, type Checked, checkParameters } from '#shared/operations/parameters.ts'
import type { ApiKey } from '../access/api-keys.ts'
import { consumeQuota, type Quotas } from '../access/quotas.ts'
import type { AnswerCache } from '../inspections/answer-cache.ts'
import type { Inspections } from '../inspections/inspections.ts'
import type { InspectionRequest } from '../inspections/submit.ts'
import { type AuthOptions, authenticate } from '../middleware/authenticate.ts'
import type { CallState } from '../middleware/call-state.ts'
import { ClientDisconnected } from '../middleware/errors.ts'
import { operationRoutes } from '../operations/index.ts'
import type { OperationRoute } from '../operations/operation.ts'
import { cachedQueryParser, type QueryParser } from './request/cached-query-parser.ts'
import { readJsonBody } from './request/json-body.ts'
import { parseQuery } from './request/query.ts'
import { sendAccepted, sendAnswer, sendCached, sendStillRunning } from './response/inspection.ts'

export interface InspectOptions extends AuthOptions {
  readonly inspections: Inspections
  readonly quotas: Quotas
  readonly cache: AnswerCache
  /** Time limit of a synchronous call, in milliseconds; null = that of the operation. */
  readonly answerTimeoutMs: number | null
}

type PendingRequest = Omit<InspectionRequest, 'waitMs'>

/** Life of an inspection that was requested with `respond-async`. */
const ASYNC_WAIT_MS = 3_600_000

/** Cached valid queries, and the maximum length of one in characters: a few MiB in all. */
const CACHED_QUERIES = 1000
const CACHED_QUERY_LENGTH = 1024

/** Adds one route for each operation. */
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

/**
 * Checks in the order of `infra/docs/clients.md#order-of-checks`: parameters, target, quota, capacity. The target of a
 * cached answer was checked before.
 */
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

/**
 * Makes the function that reads a cached answer that is young enough. `Cache-Control: no-cache` requests a new one (RFC
 * 9111, section 5.2.1.4).
 */
function cacheReader(
  context: Context,
  { operation, parameters, owner }: Omit<PendingRequest, 'readCache'>,
  cache: AnswerCache,
): PendingRequest['readCache'] {
  const isNoCache = /(^|,)\s*no-cache\s*(,|$)/i.test(context.get('Cache-Control'))
  if (isNoCache || operationRoutes[operation].bypassesCache?.(parameters)) return async () => null
  return () => cache.read(operation, parameters, maxCacheAge(operation, owner))
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
  if (result.answer !== null) sendAnswer(context as Context & { state: CallState }, result.answer)
  else sendStillRunning(context, result.id)
}

/** Whether the client sent `Prefer: respond-async` (RFC 7240, section 4.1). */
function prefersAsync(context: Context): boolean {
  return context
    .get('Prefer')
    .split(',')
    .some((preference) => preference.trim().toLowerCase().split(';')[0] === 'respond-async')
}
