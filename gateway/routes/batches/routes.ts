import type Router from '@koa/router'
import type { Context } from 'koa'
import { Failure } from '#shared/errors.ts'
import type { Batches, BatchStatus, OwnedBatchId } from '#shared/ports/batches.ts'
import type { Printing } from '#shared/ports/printing.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { type ApiKey, ownerOf } from '../../access/api-keys.ts'
import { makeKeyTurns } from '../../access/key-turns.ts'
import type { Quotas } from '../../access/quotas.ts'
import type { StorageLimits } from '../../access/storage-limits.ts'
import { type AuthOptions, authenticate, requireScope } from '../../middleware/authenticate.ts'
import type { CallState } from '../../middleware/call-state.ts'
import type { KeylessOptions } from '../../middleware/keyless.ts'
import { withFieldErrors } from '../request/field-errors.ts'
import {
  isJsonType,
  isUncompressed,
  mediaTypeOf,
  parseJsonBody,
  unsupportedMediaType,
} from '../request/json-body.ts'
import { closeAfterResponse, readUpload } from '../request/upload.ts'
import { closeWhenKeyRevoked } from '../response/key-revalidation.ts'
import { disconnectSignal, sendStream } from '../response/stream.ts'
import { grantPoliteness, type HostPoliteness } from './batch-politeness.ts'
import { type BatchRequest, parseBatchBody, parseBatchQuery } from './batch-request.ts'
import { meterItems } from './item-meter.ts'
import { parseListQuery, parseResultsQuery, parseStatusQuery } from './queries.ts'
import { reportRoutes } from './report/routes.ts'
import { listBody, statusBody } from './response-bodies.ts'
import { sharesRoutes } from './shares/routes.ts'
import { makeShareStore } from './shares/share-store.ts'
import { urlLines } from './url-lines.ts'

export interface BatchesOptions extends AuthOptions, KeylessOptions {
  readonly batches: Batches
  readonly quotas: Quotas
  readonly storage: StorageLimits
  readonly printing: Printing
  /** Where shares are. */
  readonly keyStore: KeyValues
  readonly siteHistory: Pick<KeyValues, 'get' | 'getMany'>
  /** Maximum size of a JSON body, in bytes; a body of lines has no limit. */
  readonly batchJsonBytes: number
  /** Maximum time without a chunk of the body, in milliseconds. */
  readonly stallMs: number
  /** The manners that batches may only make more careful. */
  readonly hostPoliteness: HostPoliteness
  /** URL of the service for links in reports, without a trailing slash. */
  readonly publicUrl: string
  /** Aborted when the gateway stops: ends the streams of results. */
  readonly closing: AbortSignal
}

/** Reports of one owner that are printed at a time, and that wait: nobody takes all the turns of the render part. */
const PRINT_TURNS = { limit: 1, maxWaiting: 2 }
const NDJSON = 'application/x-ndjson'
const lineTypes: ReadonlySet<string> = new Set([NDJSON, 'text/plain'])

/** Routes of batches: submit, list, control and results. See `infra/docs/contract.md#batches`. */
export function batchesRoutes(router: Router<CallState>, options: BatchesOptions): void {
  const requireKey = authenticate(options, 'batch')
  const sendAction = (method: 'cancel' | 'pause' | 'resume') => async (context: Context) => {
    context.body = statusBody(orNotFound(await options.batches[method](batchRef(context))))
  }
  router.post('/batches', requireKey, (context) => submit(context, options))
  router.get('/batches', requireKey, (context) => sendList(context, options))
  router.get('/batches/:id', requireKey, (context) => sendStatus(context, options))
  router.delete('/batches/:id', requireKey, sendAction('cancel'))
  router.post('/batches/:id/pause', requireKey, sendAction('pause'))
  router.post('/batches/:id/resume', requireKey, sendAction('resume'))
  router.get('/batches/:id/results', requireKey, (context) => sendResults(context, options))
  const printTurns = makeKeyTurns(PRINT_TURNS)
  const common = { ...options, requireKey, batchOf: batchRef, printTurns }
  reportRoutes(router, common)
  sharesRoutes(router, { ...common, shares: makeShareStore(options.keyStore) })
}

/** The owner of the key: keys with the same owner share their batches. */
function ownerIn(context: Context): string {
  return ownerOf(context.state.key as ApiKey)
}

function batchRef(context: Context): OwnedBatchId {
  return { id: context.params.id as string, owner: ownerIn(context) }
}

function orNotFound<T>(found: T | null): T {
  if (found === null) throw new Failure('NOT_FOUND', 'There is no such batch')
  return found
}

async function submit(context: Context, options: BatchesOptions): Promise<void> {
  try {
    const batch = await readBatch(context, options)
    context.status = 202
    context.set('Location', `/batches/${batch.id}`)
    context.body = statusBody(batch)
  } catch (error) {
    closeAfterResponse(context)
    throw withFieldErrors(error)
  }
}

/** Reads a batch in the order of `infra/docs/contract.md#order-of-checks`: media type, size, parameters. */
async function readBatch(context: Context, options: BatchesOptions): Promise<BatchStatus> {
  const { stallMs } = options
  const type = mediaTypeOf(context)
  const isNdjson = lineTypes.has(type)
  if (!isUncompressed(context) || !(isNdjson || isJsonType(type))) {
    throw unsupportedMediaType(context, `The body must be ${NDJSON} or application/json, not compressed`)
  }
  const body = readUpload(context, stallMs)
  if (isNdjson) return submitCounted(context, options, parseBatchQuery(context.querystring), body)
  const rules = { limitBytes: options.batchJsonBytes, advice: `; as ${NDJSON} it has no limit` }
  const { batch, urls } = parseBatchBody(await parseJsonBody(context, body, rules), context.querystring)
  return submitCounted(context, options, batch, urlLines(urls))
}

/**
 * Submits the batch and counts its items. It needs the scope of its operation. A crawl counts as all pages that it may
 * take, while it runs.
 */
async function submitCounted(
  context: Context,
  { batches, quotas, storage, hostPoliteness }: BatchesOptions,
  { politeness: wanted, ...batch }: BatchRequest,
  body: AsyncIterable<Uint8Array>,
): Promise<BatchStatus> {
  const key = context.state.key as ApiKey
  context.state.subject = batch.operation
  requireScope(key, batch.operation)
  const politeness = wanted && grantPoliteness(wanted, key, hostPoliteness)
  const itemMeter = meterItems(context, key, quotas)
  try {
    await Promise.all([itemMeter.assertNotSpent(), storage.publish(key)])
    const crawl = batch.crawl && (await itemMeter.reserveCrawl(batch.crawl))
    const lines = crawl === null ? itemMeter.lines(body) : body
    const ofKey = { owner: ownerOf(key), quota: quotas.itemQuota(key), ...(politeness && { politeness }) }
    const newBatch = { ...batch, crawl, ...ofKey }
    const status = await batches.submit(newBatch, lines, disconnectSignal(context))
    await itemMeter.finish(status.counts.rejected)
    return status
  } catch (error) {
    // The first error is the caller's answer. Items that cannot be given back stay counted until the end of the day.
    await itemMeter.refundAll().catch(() => undefined)
    throw error
  }
}

async function sendList(context: Context, { batches }: BatchesOptions): Promise<void> {
  const listing = { ...parseListQuery(context.querystring), owner: ownerIn(context) }
  context.body = listBody(await batches.list(listing))
}

async function sendStatus(context: Context, { batches }: BatchesOptions): Promise<void> {
  const hosts = parseStatusQuery(context.querystring)
  const status = orNotFound(await batches.status(batchRef(context), hosts))
  context.state.subject = status.operation
  context.body = statusBody(status)
}

async function sendResults(context: Context, { batches, closing, apiKeys }: BatchesOptions): Promise<void> {
  const query = parseResultsQuery(context.querystring)
  const disconnected = disconnectSignal(context)
  const signal = AbortSignal.any([disconnected, closing, keyRevokedSignal(context, apiKeys, disconnected)])
  const lines = orNotFound(await batches.results(batchRef(context), { ...query, signal }))
  sendStream(context, NDJSON, lines)
}

/** A signal that is aborted when the caller's key is revoked; checks until the caller disconnects. */
function keyRevokedSignal(
  context: Context,
  ring: AuthOptions['apiKeys'],
  disconnected: AbortSignal,
): AbortSignal {
  const revoked = new AbortController()
  const presentedKey = context.get('X-API-Key')
  const end = () => revoked.abort(new Failure('INVALID_API_KEY', 'The API key is not valid any more'))
  const stopChecking = closeWhenKeyRevoked(end, async () => (await ring.find(presentedKey)) !== null)
  disconnected.addEventListener('abort', stopChecking, { once: true })
  return revoked.signal
}
