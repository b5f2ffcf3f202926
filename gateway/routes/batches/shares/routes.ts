import type Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import { Failure } from '#shared/errors.ts'
import type { Batches, OwnedBatchId } from '#shared/ports/batches.ts'
import { rejectRateLimited, spentUntil } from '../../../access/rate-limit.ts'
import type { CallState } from '../../../middleware/call-state.ts'
import { keyless } from '../../../middleware/keyless.ts'
import { invalidFields, withFieldErrors } from '../../request/field-errors.ts'
import { readJsonBody } from '../../request/json-body.ts'
import { parseShare } from './share-body.ts'
import { MAX_SHARES } from './share-store.ts'
import { type SharedOptions, sendShared } from './shared-report.ts'
import { makeSharedReports, type SharedReportsOptions } from './shared-reports.ts'

export interface SharesOptions extends Omit<SharedOptions, 'sharedReports'>, SharedReportsOptions {
  readonly batches: Pick<Batches, 'status' | 'report'>
  readonly requireKey: Middleware<CallState>
  /** URL of the service, without a trailing slash. */
  readonly publicUrl: string
  /** The batch that a call names. */
  batchOf(context: Context): OwnedBatchId
}

/** A logo of 100,000 bytes takes 133,334 characters in base64. */
const SHARE_BODY_BYTES = 163_840

/** Routes of shares: `infra/docs/batches.md#shares`. */
export function sharesRoutes(router: Router<CallState>, options: SharesOptions): void {
  const { requireKey, shares, batchOf } = options
  router.post('/batches/:id/shares', requireKey, (context) => create(context, options))
  router.get('/batches/:id/shares', requireKey, async (context) => {
    context.body = { shares: await shares.list(await known(context, options)) }
  })
  router.delete('/batches/:id/shares/:share', requireKey, async (context) => {
    const isKnown = await shares.revoke(batchOf(context), context.params.share as string)
    if (!isKnown) throw new Failure('NOT_FOUND', 'There is no such share of the batch')
    context.status = 204
  })
  const shared = { ...options, sharedReports: makeSharedReports(options) }
  router.get('/shared/:token', keyless(options), (context) => sendShared(context, shared))
}

async function create(context: Context, options: SharesOptions): Promise<void> {
  const { shares, publicUrl } = options
  const share = parseShare(await readShareBody(context))
  const batch = await known(context, options)
  await assertComparable(options.batches, batch, share.compare)
  const created = await shares.create({ ...share, batch })
  if ('fullUntil' in created) rejectFull(context, created.fullUntil)
  const { token, entry } = created
  context.status = 201
  context.body = { id: entry.id, url: `${publicUrl}/shared/${token}`, expires_at: entry.expires_at }
}

async function readShareBody(context: Context): Promise<unknown> {
  try {
    return await readJsonBody(context, { limitBytes: SHARE_BODY_BYTES, advice: '' })
  } catch (error) {
    throw withFieldErrors(error)
  }
}

/** The batch that the call names. Throws `NOT_FOUND` unless it is the owner's. */
async function known(
  context: Context,
  { batches, batchOf }: Pick<SharesOptions, 'batches' | 'batchOf'>,
): Promise<OwnedBatchId> {
  const batch = batchOf(context)
  if ((await batches.status(batch)) === null) throw new Failure('NOT_FOUND', 'There is no such batch')
  return batch
}

async function assertComparable(
  batches: Pick<Batches, 'status'>,
  { owner }: OwnedBatchId,
  compare: string | null,
): Promise<void> {
  if (compare === null || (await batches.status({ id: compare, owner })) !== null) return
  throw invalidFields([{ parameter: 'compare', reason: 'must be the id of an earlier batch' }])
}

function rejectFull(context: Context, until: number): never {
  const message = `The batch has ${MAX_SHARES} shares, the most there can be: remove one that is not needed`
  return rejectRateLimited(context, spentUntil(MAX_SHARES, until), message)
}
