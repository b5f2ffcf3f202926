import type Router from '@koa/router'
import type { Context } from 'koa'
import type { Operation } from '#shared/errors.ts'
import { invalid } from '#shared/messages/inspection-requested.ts'
import type { FailureData, Outcome, ResultData } from '#shared/messages/outcome.ts'
import { FAILED } from '#shared/messages/topics.ts'
import { type AvailableOperation, checkParameters } from '#shared/operations/parameters.ts'
import type { AnswerCache } from '../answer-cache.ts'
import type { ErrorAnswer } from '../answers.ts'
import { authenticate } from '../http/authenticate.ts'
import type { CallState } from '../http/context.ts'
import { answerError, CallerLeft, RETRY_AFTER } from '../http/errors.ts'
import { readQuery } from '../http/query.ts'
import type { Inspections, Request } from '../inspections.ts'
import type { ApiKey, KeyRing } from '../keys.ts'

export interface InspectOptions {
  readonly ring: KeyRing
  readonly inspections: Inspections
  readonly cache: AnswerCache
  /** How long a synchronous caller is held. */
  answerTimeoutMs(operation: AvailableOperation): number
}

/** Nobody reads an answer asked for with `respond-async` after this time. */
const ASYNC_LIFE_MS = 3_600_000

/** The operations that are asked for by query. */
const paths: Readonly<Record<string, AvailableOperation>> = { '/metadata': 'metadata' }

/** One route per operation. */
export function inspectRoutes(router: Router<CallState>, options: InspectOptions): void {
  for (const [path, operation] of Object.entries(paths)) {
    router.get(path, authenticate(options.ring, operation), (context) => inspect(context, operation, options))
  }
}

async function inspect(
  context: Context,
  operation: AvailableOperation,
  options: InspectOptions,
): Promise<void> {
  const checked = checkParameters(operation, readQuery(context.querystring), true)
  if ('problems' in checked) throw invalid(checked.problems)
  const { key, traceparent } = context.state as CallState
  const asked = { operation, parameters: checked.parameters, owner: key as ApiKey, traceparent }
  if (await answerFromCache(context, asked, options.cache)) return
  if (wantsAsync(context)) {
    const id = await options.inspections.accept({ ...asked, lifeMs: ASYNC_LIFE_MS })
    context.set('Preference-Applied', 'respond-async')
    answerRunning(context, id)
    return
  }
  await answerWaiting(context, asked, options)
}

/** Whether an answer that is young enough was there. `Cache-Control: no-cache` asks for a new one (RFC 9111, 5.2.1.4). */
async function answerFromCache(
  context: Context,
  { operation, parameters, owner }: Omit<Request, 'lifeMs'>,
  cache: AnswerCache,
): Promise<boolean> {
  const isRefused = /(^|,)\s*no-cache\s*(,|$)/i.test(context.get('Cache-Control'))
  const json = isRefused ? null : await cache.read(operation, parameters, owner.metadataTtlSeconds ?? null)
  if (json === null) return false
  context.set('X-Cache', 'HIT')
  context.type = 'application/json'
  context.body = json
  return true
}

async function answerWaiting(
  context: Context,
  asked: Omit<Request, 'lifeMs'>,
  { inspections, answerTimeoutMs }: InspectOptions,
): Promise<void> {
  const timeoutMs = answerTimeoutMs(asked.operation)
  const gone = new AbortController()
  context.res.once('close', () => context.res.writableFinished || gone.abort(new CallerLeft()))
  const request = { ...asked, lifeMs: timeoutMs }
  const { id, outcome } = await inspections.acceptAndWait(request, timeoutMs, gone.signal)
  if (outcome !== null) answerOutcome(context, outcome)
  else answerLate(context, id)
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
  const { result } = JSON.parse(outcome.json) as ResultData
  context.status = 200
  context.set('X-Cache', 'MISS')
  context.body = result
}
