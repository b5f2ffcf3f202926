import type { Context } from 'koa'
import type { Batches, BatchStatus } from '#shared/ports/batches.ts'
import type { ApiKey } from '../../../access/api-keys.ts'
import type { Quotas } from '../../../access/quotas.ts'
import type { StorageLimits } from '../../../access/storage-limits.ts'
import { requireScope } from '../../../middleware/authenticate.ts'
import { withFieldErrors } from '../../request/field-errors.ts'
import {
  hasBody,
  isJsonType,
  isUncompressed,
  mediaTypeOf,
  parseJsonBody,
  unsupportedMediaType,
} from '../../request/json-body.ts'
import { closeAfterResponse, readUpload } from '../../request/upload.ts'
import { disconnectSignal } from '../../response/stream.ts'
import { grantPoliteness, type HostPoliteness } from '../batch-politeness.ts'
import { ownerIn } from '../batch-ref.ts'
import { type BatchRequest, opensBatch, parseBatchBody, parseBatchQuery } from '../batch-request.ts'
import { meterItems, withCountedItems } from '../item-meter.ts'
import { statusBody } from '../response-bodies.ts'
import { urlLines } from '../url-lines.ts'

export interface SubmitOptions {
  readonly batches: Batches
  readonly quotas: Quotas
  readonly storage: StorageLimits
  /** Maximum time without a chunk of the body, in milliseconds. */
  readonly stallMs: number
  /** The manners that batches may only make more careful. */
  readonly hostPoliteness: HostPoliteness
}

/** Of a JSON body; a body of lines has no limit. */
const MAX_JSON_BYTES = 16_777_216

export const NDJSON = 'application/x-ndjson'
export const lineTypes: ReadonlySet<string> = new Set([NDJSON, 'text/plain'])

/** `POST /batches`: submits a batch, or opens one whose lines come in pieces. */
export async function submit(context: Context, options: SubmitOptions): Promise<void> {
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

/** Reads a batch in the order of `infra/docs/clients.md#order-of-checks`: media type, size, parameters. */
async function readBatch(context: Context, options: SubmitOptions): Promise<BatchStatus> {
  const { stallMs } = options
  const { querystring } = context
  const type = mediaTypeOf(context)
  const isNdjson = lineTypes.has(type) || (type === '' && !hasBody(context) && opensBatch(querystring))
  if (!isUncompressed(context) || !(isNdjson || isJsonType(type))) {
    throw unsupportedMediaType(context, `The body must be ${NDJSON} or application/json, not compressed`)
  }
  const body = readUpload(context, stallMs)
  if (isNdjson) return createBatch(context, options, parseBatchQuery(querystring), body)
  const rules = { limitBytes: MAX_JSON_BYTES, advice: `; as ${NDJSON} it has no limit` }
  const { batch, urls } = parseBatchBody(await parseJsonBody(context, body, rules), querystring)
  return createBatch(context, options, batch, urlLines(urls))
}

/** Creates the batch, which needs the scope of its operation, and counts its items. */
async function createBatch(
  context: Context,
  options: SubmitOptions,
  { politeness: wanted, isOpen, ...batch }: BatchRequest,
  body: AsyncIterable<Uint8Array>,
): Promise<BatchStatus> {
  const key = context.state.key as ApiKey
  context.state.subject = batch.operation
  requireScope(key, batch.operation)
  const politeness = wanted && grantPoliteness(wanted, key, options.hostPoliteness)
  const { batches, quotas } = options
  const ofKey = { owner: ownerIn(context), quota: quotas.itemQuota(key), ...(politeness && { politeness }) }
  const newBatch = { ...batch, ...ofKey }
  if (!isOpen) return submitCounted(context, options, newBatch, body)
  await Promise.all([meterItems(context, key, quotas).assertNotSpent(), options.storage.publish(key)])
  return withCountedItems(context, key, quotas, () => batches.open(newBatch, body, disconnectSignal(context)))
}

/** Submits a whole batch. A crawl counts as all pages that it may take, while it runs. */
async function submitCounted(
  context: Context,
  { batches, quotas, storage }: SubmitOptions,
  batch: Parameters<Batches['submit']>[0],
  body: AsyncIterable<Uint8Array>,
): Promise<BatchStatus> {
  const key = context.state.key as ApiKey
  const itemMeter = meterItems(context, key, quotas)
  try {
    await Promise.all([itemMeter.assertNotSpent(), storage.publish(key)])
    const crawl = batch.crawl && (await itemMeter.reserveCrawl(batch.crawl))
    const lines = crawl === null ? itemMeter.lines(body) : body
    const status = await batches.submit({ ...batch, crawl }, lines, disconnectSignal(context))
    await itemMeter.finish(status.counts.rejected)
    return status
  } catch (error) {
    // The first error is the caller's answer. Items that cannot be given back stay counted until the end of the day.
    await itemMeter.refundAll().catch(() => undefined)
    throw error
  }
}
