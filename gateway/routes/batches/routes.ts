import type Router from '@koa/router'
import type { Context } from 'koa'
import { Failure } from '#shared/errors.ts'
import type { Printing } from '#shared/ports/printing.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { makeKeyTurns } from '../../access/key-turns.ts'
import { type AuthOptions, authenticate } from '../../middleware/authenticate.ts'
import type { CallState } from '../../middleware/call-state.ts'
import type { KeylessOptions } from '../../middleware/keyless.ts'
import { closeWhenKeyRevoked } from '../response/key-revalidation.ts'
import { disconnectSignal, sendStream } from '../response/stream.ts'
import { batchRef, orNotFound, ownerIn } from './batch-ref.ts'
import { parseListQuery, parseResultsQuery, parseStatusQuery } from './queries.ts'
import { reportRoutes } from './report/routes.ts'
import { listBody, statusBody } from './response-bodies.ts'
import { sharesRoutes } from './shares/routes.ts'
import { makeShareStore } from './shares/share-store.ts'
import { addLines, startBatch } from './submission/lines.ts'
import { NDJSON, type SubmitOptions, submit } from './submission/submit.ts'

export interface BatchesOptions extends AuthOptions, KeylessOptions, SubmitOptions {
  readonly printing: Printing
  /** Where shares are. */
  readonly keyStore: KeyValues
  readonly siteHistory: Pick<KeyValues, 'get' | 'getMany'>
  /** URL of the service for links in reports, without a trailing slash. */
  readonly publicUrl: string
  /** Aborted when the gateway stops: ends the streams of results. */
  readonly closing: AbortSignal
}

/** Reports of one owner that are printed at a time, and that wait: nobody takes all the turns of the render part. */
const PRINT_TURNS = { limit: 1, maxWaiting: 2 }

/** Routes of batches: submit, list, control and results. See `infra/docs/batches.md#batches`. */
export function batchesRoutes(router: Router<CallState>, options: BatchesOptions): void {
  const requireKey = authenticate(options, 'batch')
  const sendAction = (method: 'cancel' | 'pause' | 'resume') => async (context: Context) => {
    context.body = statusBody(orNotFound(await options.batches[method](batchRef(context))))
  }
  router.post('/batches', requireKey, (context) => submit(context, options))
  router.put('/batches/:id/lines', requireKey, (context) => addLines(context, options))
  router.post('/batches/:id/start', requireKey, (context) => startBatch(context, options))
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
