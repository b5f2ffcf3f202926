import type { Context } from 'koa'
import type { BatchStatus } from '#shared/ports/batches.ts'
import type { ApiKey } from '../../../access/api-keys.ts'
import { requireScope } from '../../../middleware/authenticate.ts'
import { withFieldErrors } from '../../request/field-errors.ts'
import { hasBody, isUncompressed, mediaTypeOf, unsupportedMediaType } from '../../request/json-body.ts'
import { closeAfterResponse, readUpload } from '../../request/upload.ts'
import { disconnectSignal } from '../../response/stream.ts'
import { batchRef, orNotFound } from '../batch-ref.ts'
import { withCountedItems } from '../item-meter.ts'
import { parseLinesQuery } from '../queries.ts'
import { statusBody } from '../response-bodies.ts'
import { lineTypes, NDJSON, type SubmitOptions } from './submit.ts'

type LinesOptions = Pick<SubmitOptions, 'batches' | 'quotas' | 'stallMs'>

/** `PUT /batches/{id}/lines`: adds lines to an open batch. An empty body asks which line is missing. */
export async function addLines(context: Context, { batches, quotas, stallMs }: LinesOptions): Promise<void> {
  try {
    assertLines(context)
    const from = parseLinesQuery(context.querystring)
    await readPermitted(context, batches)
    const key = context.state.key as ApiKey
    const piece = { from, body: readUpload(context, stallMs), quota: quotas.itemQuota(key) }
    const signal = disconnectSignal(context)
    const stored = await withCountedItems(context, key, quotas, () =>
      batches.addLines(batchRef(context), { ...piece, signal }),
    )
    context.body = orNotFound(stored)
  } catch (error) {
    closeAfterResponse(context)
    throw withFieldErrors(error)
  }
}

function assertLines(context: Context): void {
  const isLines = lineTypes.has(mediaTypeOf(context)) || !hasBody(context)
  if (isLines && isUncompressed(context)) return
  throw unsupportedMediaType(context, `The body must be ${NDJSON}, not compressed`)
}

/** `POST /batches/{id}/start`: starts an open batch. */
export async function startBatch(context: Context, { batches }: LinesOptions): Promise<void> {
  await readPermitted(context, batches)
  context.body = statusBody(orNotFound(await batches.start(batchRef(context))))
}

/** The status of the batch of the path. Throws `INSUFFICIENT_PERMISSIONS` where the key lacks the scope of its operation. */
async function readPermitted(
  context: Context,
  batches: Pick<SubmitOptions['batches'], 'status'>,
): Promise<BatchStatus> {
  const status = orNotFound(await batches.status(batchRef(context)))
  context.state.subject = status.operation
  requireScope(context.state.key as ApiKey, status.operation)
  return status
}
