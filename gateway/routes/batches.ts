import type Router from '@koa/router'
import type { Context } from 'koa'
import { Failure } from '#shared/errors.ts'
import type { Batches, BatchStatus, NamedBatch } from '#shared/ports/batches.ts'
import { type AskedBatch, askedByJson, askedByQuery } from '../batches/asked.ts'
import { linesOf, pageBody, statusBody } from '../batches/bodies.ts'
import { countItems } from '../batches/count-items.ts'
import { inShapeC } from '../batches/problems.ts'
import { hostsOf, listingOf, readingOf } from '../batches/reading.ts'
import { type Authentication, authenticate, requireScope } from '../http/authenticate.ts'
import { isJson, isPlain, mediaTypeOf, readJson, unsupported } from '../http/body.ts'
import type { CallState } from '../http/context.ts'
import { endWithKey } from '../http/reader-key.ts'
import { answerStream, leavingOf } from '../http/stream-answer.ts'
import { endWithAnswer, uploadOf } from '../http/upload.ts'
import { type ApiKey, ownerOf } from '../keys.ts'
import type { Quotas } from '../quotas.ts'
import type { StorageLimits } from '../storage-limits.ts'

export interface BatchesOptions extends Authentication {
  readonly batches: Batches
  readonly quotas: Quotas
  readonly storage: StorageLimits
  /** Bytes of a JSON body; lines have no limit. */
  readonly batchJsonBytes: number
  /** How long a body may stand still, in milliseconds. */
  readonly stallMs: number
  /** Aborted when the gateway stops: streams are broken off. */
  readonly closing: AbortSignal
}

const NDJSON = 'application/x-ndjson'
const lineTypes: ReadonlySet<string> = new Set([NDJSON, 'text/plain'])

/** Batches: taken in, listed, steered, and their results (decisions section 14). */
export function batchesRoutes(router: Router<CallState>, options: BatchesOptions): void {
  const isHolder = authenticate(options, 'batch')
  const answering = (method: 'cancel' | 'pause' | 'resume') => async (context: Context) => {
    context.body = statusBody(known(await options.batches[method](namedIn(context))))
  }
  router.post('/batches', isHolder, (context) => submit(context, options))
  router.get('/batches', isHolder, (context) => giveList(context, options))
  router.get('/batches/:id', isHolder, (context) => giveStatus(context, options))
  router.delete('/batches/:id', isHolder, answering('cancel'))
  router.post('/batches/:id/pause', isHolder, answering('pause'))
  router.post('/batches/:id/resume', isHolder, answering('resume'))
  router.get('/batches/:id/results', isHolder, (context) => giveResults(context, options))
}

/** The keys of one owner share their batches. */
function ownerIn(context: Context): string {
  return ownerOf(context.state.key as ApiKey)
}

function namedIn(context: Context): NamedBatch {
  return { id: context.params.id as string, owner: ownerIn(context) }
}

function known<T>(found: T | null): T {
  if (found === null) throw new Failure('NOT_FOUND', 'There is no such batch')
  return found
}

async function submit(context: Context, options: BatchesOptions): Promise<void> {
  try {
    const taken = await take(context, options)
    context.status = 202
    context.set('Location', `/batches/${taken.id}`)
    context.body = statusBody(taken)
  } catch (error) {
    endWithAnswer(context)
    throw inShapeC(error)
  }
}

/** Judges in the order of decisions section 1: media type, size, parameters. */
async function take(context: Context, options: BatchesOptions): Promise<BatchStatus> {
  const { stallMs } = options
  const type = mediaTypeOf(context)
  const isOfLines = lineTypes.has(type)
  if (!isPlain(context) || !(isOfLines || isJson(type))) {
    throw unsupported(context, `The body must be ${NDJSON} or application/json, not compressed`)
  }
  const body = uploadOf(context, stallMs)
  if (isOfLines) return count(context, options, askedByQuery(context.querystring), body)
  const rules = { limitBytes: options.batchJsonBytes, advice: `; as ${NDJSON} it has no limit` }
  const { batch, urls } = askedByJson(await readJson(context, body, rules), context.querystring)
  return count(context, options, batch, linesOf(urls))
}

/** Whoever may not ask for one page may not ask for many; each counts, a crawl as all the pages that it may take while it runs. */
async function count(
  context: Context,
  { batches, quotas, storage }: BatchesOptions,
  batch: AskedBatch,
  body: AsyncIterable<Uint8Array>,
): Promise<BatchStatus> {
  const key = context.state.key as ApiKey
  requireScope(key, batch.operation)
  const counted = countItems(context, key, quotas)
  try {
    await Promise.all([counted.begin(), storage.announce(key)])
    const crawl = batch.crawl && (await counted.crawl(batch.crawl))
    const lines = crawl === null ? counted.lines(body) : body
    const quota = quotas.ofItems(key)
    const asked = { ...batch, crawl, owner: ownerOf(key), ...(quota !== null && { quota }) }
    const status = await batches.submit(asked, lines, leavingOf(context))
    await counted.settle(status.counts.rejected)
    return status
  } catch (error) {
    // The first error is the caller's answer; what could not be given back is counted until the end of the day.
    await counted.giveBack().catch(() => undefined)
    throw error
  }
}

async function giveList(context: Context, { batches }: BatchesOptions): Promise<void> {
  const listing = { ...listingOf(context.querystring), owner: ownerIn(context) }
  context.body = pageBody(await batches.list(listing))
}

async function giveStatus(context: Context, { batches }: BatchesOptions): Promise<void> {
  const hosts = hostsOf(context.querystring)
  context.body = statusBody(known(await batches.status(namedIn(context), hosts)))
}

async function giveResults(context: Context, { batches, closing, ring }: BatchesOptions): Promise<void> {
  const reading = readingOf(context.querystring)
  const leaving = leavingOf(context)
  const signal = AbortSignal.any([leaving, closing, withKey(context, ring, leaving)])
  const lines = known(await batches.results(namedIn(context), { ...reading, signal }))
  answerStream(context, NDJSON, lines)
}

/** A signal that is aborted when the caller's key is not valid any more; it is looked at until the caller has left. */
function withKey(context: Context, ring: Authentication['ring'], leaving: AbortSignal): AbortSignal {
  const ended = new AbortController()
  const shown = context.get('X-API-Key')
  const end = () => ended.abort(new Failure('INVALID_API_KEY', 'The API key is not valid any more'))
  const forgetKey = endWithKey(end, async () => (await ring.find(shown)) !== null)
  leaving.addEventListener('abort', forgetKey, { once: true })
  return ended.signal
}
