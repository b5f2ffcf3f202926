import type Router from '@koa/router'
import type { Context } from 'koa'
import { type ErrorCode, Failure, unavailable } from '#shared/errors.ts'
import { validationFailure } from '#shared/messages/events/inspection-requested.ts'
import { reportFailure } from '#shared/operations/failure-status.ts'
import { checkFields } from '#shared/operations/parameters.ts'
import { thumbnailParameters } from '#shared/operations/thumbnail.ts'
import type { Lookups, Thumbnail, ThumbnailAnswer } from '#shared/ports/lookups.ts'
import type { ApiKey } from '../access/api-keys.ts'
import type { KeyTurns } from '../access/key-turns.ts'
import { consumeQuota, type Quotas } from '../access/quotas.ts'
import type { TargetCheck } from '../inspections/target-check.ts'
import { type AuthOptions, authenticate } from '../middleware/authenticate.ts'
import type { CallState } from '../middleware/call-state.ts'
import { ClientDisconnected } from '../middleware/errors.ts'
import { parseQuery } from './request/query.ts'

export interface ThumbnailOptions extends AuthOptions {
  readonly lookups: Pick<Lookups, 'thumbnail'>
  readonly targetCheck: TargetCheck
  readonly quotas: Quotas
  /** Turns of the keys at thumbnails. */
  readonly thumbnailTurns: KeyTurns
}

/** More than the fetch stage gives a thumbnail, so that its own answer says what took too long. */
const LOOKUP_TIMEOUT_MS = 10_000
/** Time for waiting and look-up together. */
const MAX_WAIT_MS = 15_000
const CACHE_CONTROL = 'private, max-age=3600'

/** `GET /thumbnail`: an image of a page, reduced and encoded anew. Any key may call it. */
export function thumbnailRoutes(router: Router<CallState>, options: ThumbnailOptions): void {
  router.get('/thumbnail', authenticate(options, null), (context) => sendThumbnail(context, options))
}

/** Checks in the order of `infra/docs/clients.md#order-of-checks`: parameters, target, quota, capacity. */
async function sendThumbnail(
  context: Context,
  { lookups, targetCheck, quotas, thumbnailTurns }: ThumbnailOptions,
): Promise<void> {
  const { url, width } = parseParameters(context.querystring)
  const { traceparent } = context.state as CallState
  const owner = context.state.key as ApiKey
  await targetCheck(url, traceparent)
  await consumeQuota(context, { operation: 'thumbnail', owner }, quotas)
  const budget = { timeoutMs: LOOKUP_TIMEOUT_MS, ...(traceparent !== null && { traceparent }) }
  const work = () => lookups.thumbnail(url, width, budget)
  send(context, imageOf(await thumbnailTurns.run(owner.id, work, endOfWaiting(context))))
}

/** Aborts when the client disconnects, and when the call has waited too long. */
function endOfWaiting(context: Context): AbortSignal {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(unavailable('thumbnails')), MAX_WAIT_MS)
  context.res.once('close', () => {
    clearTimeout(timer)
    if (!context.res.writableFinished) end.abort(new ClientDisconnected())
  })
  return end.signal
}

/** Reports problems as the audit does: infra/docs/clients.md#errors. */
function parseParameters(querystring: string) {
  const checked = checkFields(thumbnailParameters, parseQuery(querystring), true)
  if ('parameters' in checked) return checked.parameters
  const { code, message, details } = reportFailure('seo-audit', validationFailure(checked.problems))
  throw new Failure(code, message, { details: details ?? {} })
}

function imageOf({ image, failure }: ThumbnailAnswer): Thumbnail {
  if (image !== null) return image
  if (failure === null) throw new Error('the look-up returned neither a thumbnail nor a failure')
  const { code, message, details } = failure
  throw new Failure(code as ErrorCode, message, { details: { ...details } })
}

function send(context: Context, { body, contentType, sourceWidth, sourceHeight }: Thumbnail): void {
  context.type = contentType
  context.set({
    'Cache-Control': CACHE_CONTROL,
    'X-Thumbnail-Source-Width': String(sourceWidth),
    'X-Thumbnail-Source-Height': String(sourceHeight),
  })
  context.body = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}
