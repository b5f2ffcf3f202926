import type Router from '@koa/router'
import type { Context } from 'koa'
import type { Operation } from '#shared/errors.ts'
import { invalid } from '#shared/messages/inspection-requested.ts'
import type { FailureData, Outcome, ResultData } from '#shared/messages/outcome.ts'
import { FAILED } from '#shared/messages/topics.ts'
import {
  type AvailableOperation,
  type Checked,
  checkParameters,
  isAvailable,
} from '#shared/operations/parameters.ts'
import type { Request } from '../accepting.ts'
import type { AnswerCache } from '../answer-cache.ts'
import type { ErrorAnswer } from '../answers.ts'
import { type Authentication, authenticate } from '../http/authenticate.ts'
import { readBody } from '../http/body.ts'
import type { CallState } from '../http/context.ts'
import { countCall } from '../http/count-call.ts'
import { answerError, CallerLeft, RETRY_AFTER } from '../http/errors.ts'
import { type CheckQuery, knownQueries } from '../http/known-queries.ts'
import { readQuery } from '../http/query.ts'
import type { Inspections } from '../inspections.ts'
import type { ApiKey } from '../keys.ts'
import { operationRoutes } from '../operations/index.ts'
import type { OperationRoute } from '../operations/operation.ts'
import type { Quotas } from '../quotas.ts'

export interface InspectOptions extends Authentication {
  readonly inspections: Inspections
  readonly quotas: Quotas
  readonly cache: AnswerCache
  /** How long a synchronous caller is held; null = as long as the operation says. */
  readonly answerTimeoutMs: number | null
}

type Asked = Omit<Request, 'lifeMs'>

/** Nobody reads an answer asked for with `respond-async` after this time. */
const ASYNC_LIFE_MS = 3_600_000

/** Queries that are remembered as right, and how long these may be in characters: a few MiB at most. */
const KNOWN_QUERIES = 1000
const KNOWN_QUERY_LENGTH = 1024
const JSON_TYPE = 'application/json; charset=utf-8'

/** One route per operation. */
export function inspectRoutes(router: Router<CallState>, options: InspectOptions): void {
  const checkQuery = knownQueries(
    (operation, querystring) => checkParameters(operation, readQuery(querystring), true),
    { limit: KNOWN_QUERIES, maxLength: KNOWN_QUERY_LENGTH },
  )
  for (const [operation, { method }] of Object.entries(operationRoutes) as [
    AvailableOperation,
    OperationRoute,
  ][]) {
    const handler = (context: Context) => inspect(context, operation, options, checkQuery)
    const isHolder = authenticate(options, operation)
    if (method === 'GET') router.get(`/${operation}`, isHolder, handler)
    else router.post(`/${operation}`, isHolder, handler)
  }
}

/** In the order of decisions section 1: parameters, the target, quota, capacity. A cached answer's target was judged before. */
async function inspect(
  context: Context,
  operation: AvailableOperation,
  options: InspectOptions,
  checkQuery: CheckQuery,
): Promise<void> {
  const checked = await parametersOf(context, operation, checkQuery)
  if ('problems' in checked) throw invalid(checked.problems)
  const { key, traceparent } = context.state as CallState
  const request = { operation, parameters: checked.parameters, owner: key as ApiKey, traceparent }
  const recall = recallFrom(context, request, options.cache)
  const cached = await recall()
  context.state.cached = cached !== null
  if (cached === null) await options.inspections.judge(request)
  await countCall(context, request, options.quotas)
  if (cached !== null) return answerRecalled(context, operation, cached)
  const asked = { ...request, recall }
  if (wantsAsync(context)) await answerAccepted(context, asked, options)
  else await answerWaiting(context, asked, options)
}

async function parametersOf(
  context: Context,
  operation: AvailableOperation,
  checkQuery: CheckQuery,
): Promise<Checked> {
  const isQuery = operationRoutes[operation].method === 'GET'
  if (isQuery) return checkQuery(operation, context.querystring)
  return checkParameters(operation, await readBody(context), false)
}

async function answerAccepted(
  context: Context,
  asked: Asked,
  { inspections }: InspectOptions,
): Promise<void> {
  const accepted = await inspections.accept({ ...asked, lifeMs: ASYNC_LIFE_MS })
  if ('recalled' in accepted) return answerRecalled(context, asked.operation, accepted.recalled)
  context.set('Preference-Applied', 'respond-async')
  answerRunning(context, accepted.id)
}

/** How to ask for an answer that is young enough. `Cache-Control: no-cache` asks for a new one (RFC 9111, 5.2.1.4). */
function recallFrom(
  context: Context,
  { operation, parameters, owner }: Omit<Asked, 'recall'>,
  cache: AnswerCache,
): Asked['recall'] {
  const isRefused = /(^|,)\s*no-cache\s*(,|$)/i.test(context.get('Cache-Control'))
  if (isRefused || operationRoutes[operation].isAlwaysNew?.(parameters)) return async () => null
  return () => cache.read(operation, parameters, acceptedAge(operation, owner))
}

function answerRecalled(context: Context, operation: AvailableOperation, json: string): void {
  if (operationRoutes[operation].tellsByHeader) context.res.setHeader('X-Cache', 'HIT')
  context.res.setHeader('Content-Type', JSON_TYPE)
  context.body = json
}

function acceptedAge(operation: AvailableOperation, owner: ApiKey): number | null {
  return operation === 'metadata' ? owner.metadataTtlSeconds : null
}

async function answerWaiting(
  context: Context,
  asked: Asked,
  { inspections, answerTimeoutMs }: InspectOptions,
): Promise<void> {
  const timeoutMs = answerTimeoutMs ?? operationRoutes[asked.operation].answerTimeoutMs(asked.parameters)
  const gone = new AbortController()
  context.res.once('close', () => context.res.writableFinished || gone.abort(new CallerLeft()))
  const waited = await inspections.acceptAndWait({ ...asked, lifeMs: timeoutMs }, gone.signal)
  if ('recalled' in waited) return answerRecalled(context, asked.operation, waited.recalled)
  context.state.inspection = waited.id
  if (waited.outcome !== null) answerOutcome(context, waited.outcome)
  else answerLate(context, waited.id)
}

/** RFC 7240, section 4.1. */
function wantsAsync(context: Context): boolean {
  return context
    .get('Prefer')
    .split(',')
    .some((preference) => preference.trim().toLowerCase().split(';')[0] === 'respond-async')
}

/** 202: where the answer will be. */
export function answerRunning(context: Context, id: string): void {
  const location = `/inspections/${id}`
  context.status = 202
  context.state.inspection = id
  context.set({ Location: location, 'Retry-After': String(RETRY_AFTER) })
  context.body = { id, status: 'running', location }
}

function answerLate(context: Context, id: string): void {
  context.set('Location', `/inspections/${id}`)
  answerError(context as Context & { state: CallState }, {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'The inspection takes longer than a caller is held; its answer will be at Location',
    details: { retry_after: RETRY_AFTER },
  })
}

/** What the synchronous call answers. */
export function answerOutcome(context: Context, outcome: Outcome): void {
  if (outcome.timing !== '') context.set('Server-Timing', outcome.timing)
  if (outcome.topic === FAILED) {
    const failure = JSON.parse(outcome.json) as FailureData
    const state = context.state as CallState
    state.operation = failure.operation as Operation | null
    answerError(context as Context & { state: CallState }, failure as ErrorAnswer & FailureData)
    return
  }
  const { operation, result } = JSON.parse(outcome.json) as ResultData
  context.status = 200
  if (isAvailable(operation) && operationRoutes[operation].tellsByHeader) context.set('X-Cache', 'MISS')
  context.body = result
}
