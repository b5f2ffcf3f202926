import type { Context } from 'koa'
import { Failure } from '#shared/errors.ts'
import type { Batches, OwnedBatchId } from '#shared/ports/batches.ts'
import type { KeylessOptions } from '../../../middleware/keyless.ts'
import { parseQuery } from '../../request/query.ts'
import { HTML_POLICY } from '../report/style.ts'
import type { ShareStore } from './share-store.ts'
import type { SharedReports } from './shared-reports.ts'

export interface SharedOptions extends KeylessOptions {
  readonly batches: Pick<Batches, 'status' | 'report'>
  readonly shares: ShareStore
  readonly sharedReports: SharedReports
}

/** Of every response, errors included: no index, no cache and no other site learns of the address. */
const PRIVATE_HEADERS = {
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
}

/** What a token that is none is looked up as, so that its answer takes the same steps. */
const NO_BATCH: OwnedBatchId = { id: '00000000-0000-0000-0000-000000000000', owner: '' }

/**
 * Answers with the report of a share: HTML, or a PDF with `format=pdf`. Every token that shows none is 404 with the same body after
 * the same look-ups. Other parameters are ignored: programs that pass links on add theirs.
 */
export async function sendShared(
  context: Context,
  { shares, batches, sharedReports }: SharedOptions,
): Promise<void> {
  context.set(PRIVATE_HEADERS)
  const share = await shares.find(context.params.token as string)
  const status = await batches.status(share?.batch ?? NO_BATCH)
  if (share === null || status === null) throw new Failure('NOT_FOUND', 'There is no such shared report')
  if (parseQuery(context.querystring).format === 'pdf') {
    context.set('Content-Disposition', 'inline; filename="site-report.pdf"')
    context.type = 'application/pdf'
    context.body = await sharedReports.pdf(share)
    return
  }
  context.set('Content-Security-Policy', HTML_POLICY)
  context.type = 'text/html'
  context.body = await sharedReports.html(share)
}
