import { expect } from 'chai'
import { grpcLookups } from '#shared/adapters/grpc/lookups.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import type { Failure } from '#shared/errors.ts'
import type { CallOptions } from '#shared/ports/lookups.ts'
import type { CallContext, LookupHandlers } from '#stages/fetch/lookups/lookup-handlers.ts'
import { directLookups } from '#stages/fetch/lookups/server/direct-lookups.ts'
import type { CallLog } from '#stages/fetch/lookups/server/grpc-calls.ts'
import { startLookupsServer } from '#stages/fetch/lookups/server/lookups-server.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { lookupFilesContract } from '#test/contract/lookup-files.ts'
import { lookupImagesContract } from '#test/contract/lookup-images.ts'
import { lookupsContract, type MakeLookups } from '#test/contract/lookups.ts'
import { secret } from '#test/support/parts-secret.ts'

const limits = { maxUrls: 100, maxMessageBytes: 1 << 20, maxConcurrent: 1000 }
const never = () => new Promise<never>(() => {})
const idle: LookupHandlers = {
  checkTarget: never,
  robots: never,
  probe: never,
  describeImage: never,
  thumbnail: never,
  fetchFile: never,
  scanSitemap: never,
  listSitemap: never,
}
const quiet: CallLog = { error: () => undefined }

/** Streams go over gRPC, as in the service. */
const inProcess: MakeLookups = async (script) => {
  const handlers: LookupHandlers = {
    checkTarget: (url) => script.checkTarget(url),
    robots: (url, userAgent) => script.robots(url, userAgent),
    probe: (urls) => script.probe(urls),
    describeImage: (url) => script.describeImage(url),
    thumbnail: (url, width) => script.thumbnail(url, width),
    fetchFile: (url, maxBytes) => script.fetchFile(url, maxBytes),
    scanSitemap: (url, lookFor) => script.scanSitemap(url, lookFor),
    listSitemap: (url, give) => script.listSitemap(url, give),
  }
  const server = await startLookupsServer({ secret, listen: '127.0.0.1:0', handlers, limits })
  const streams = grpcLookups({
    ...{ secret, addresses: server.address, maxTimeoutMs: 10_000 },
    maxMessageBytes: limits.maxMessageBytes,
  })
  const direct = directLookups({ handlers, limits, maxTimeoutMs: 10_000, log: quiet })
  const { listSitemap, close } = streams
  const end = async () => {
    streams.close()
    await server.close(0)
  }
  return { lookups: { ...direct, listSitemap, close }, end }
}

lookupsContract('in the process', inProcess)
lookupFilesContract('in the process', inProcess)
lookupImagesContract('in the process', inProcess)

describe('directLookups', () => {
  const failureOf = async (running: Promise<unknown>) => (await rejectionOf(running)) as Failure

  function lookupsOf(handlers: Partial<LookupHandlers>, more: Partial<typeof limits> = {}, log = quiet) {
    const all = { ...idle, ...handlers }
    return directLookups({ handlers: all, limits: { ...limits, ...more }, maxTimeoutMs: 10_000, log })
  }

  /** The context that a look-up with this budget gets. */
  async function contextOf(budget: CallOptions): Promise<CallContext> {
    let seen: CallContext | undefined
    const lookups = lookupsOf({
      checkTarget: async (_url, context) => {
        seen = context
        return { kind: 'allowed' }
      },
    })
    await lookups.checkTarget('http://x/', budget)
    if (seen === undefined) throw new Error('the handler was not called')
    return seen
  }

  it('leaves a tenth of the time for the reply, half a second at most, and limits the time', async () => {
    expect((await contextOf({ timeoutMs: 1000 })).deadlineMs).to.equal(900)
    expect((await contextOf({ timeoutMs: 8000 })).deadlineMs).to.equal(7500)
    expect((await contextOf({ timeoutMs: 60_000 })).deadlineMs).to.equal(9500)
  })

  it('passes on the lane, the batch, the manners and a valid trace context', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const budget = { timeoutMs: 1000, lane: 'batch', batch: 'b1', politeness: 'p', traceparent } as const
    expect(await contextOf(budget)).to.include({ lane: 'batch', batch: 'b1', politeness: 'p', traceparent })
    const { traceparent: ignored, lane } = await contextOf({ timeoutMs: 1000, traceparent: 'no trace' })
    expect([ignored, lane]).to.deep.equal([undefined, 'interactive'])
  })

  it('rejects at the end of the time, and aborts the work', async () => {
    let signal: AbortSignal | undefined
    const lookups = lookupsOf({
      checkTarget: (_url, context) => {
        signal = context.signal
        return never()
      },
    })
    const failure = await failureOf(lookups.checkTarget('http://x/', { timeoutMs: 20 }))
    expect([failure.code, signal?.aborted]).to.deep.equal(['SERVICE_UNAVAILABLE', true])
    expect((await failureOf(lookups.checkTarget('http://x/', { timeoutMs: 0 }))).code).to.equal(
      'SERVICE_UNAVAILABLE',
    )
  })

  it('refuses more calls at a time than the limit, and serves again when one has ended', async () => {
    const first = Promise.withResolvers<{ kind: 'allowed' }>()
    const lookups = lookupsOf({ checkTarget: () => first.promise }, { maxConcurrent: 1 })
    const running = lookups.checkTarget('http://x/', { timeoutMs: 5000 })
    const refused = await failureOf(lookups.checkTarget('http://x/', { timeoutMs: 5000 }))
    expect(refused.code).to.equal('SERVICE_UNAVAILABLE')
    first.resolve({ kind: 'allowed' })
    expect(await running).to.deep.equal({ kind: 'allowed' })
    expect(await lookups.checkTarget('http://x/', { timeoutMs: 5000 })).to.deep.equal({ kind: 'allowed' })
  })

  it('refuses a probe of too many URLs', async () => {
    const lookups = lookupsOf({ probe: async () => [] }, { maxUrls: 1 })
    const failure = await failureOf(lookups.probe(['http://x/', 'http://y/'], { timeoutMs: 1000 }))
    expect(failure.code).to.equal('VALIDATION_ERROR')
  })

  it('passes throttled work on, and hides unexpected errors from callers', async () => {
    const logged: unknown[] = []
    const log = { error: (fields: object) => void logged.push((fields as { err: unknown }).err) }
    const throttled = new ThrottledError(70, 'host')
    const fault = new Error('with a secret')
    const lookups = lookupsOf(
      { checkTarget: () => Promise.reject(throttled), robots: () => Promise.reject(fault) },
      {},
      log,
    )
    expect(await rejectionOf(lookups.checkTarget('http://x/', { timeoutMs: 1000 }))).to.deep.include({
      ...{ name: 'ThrottledError', retryAfterMs: 70, hostGroup: 'host' },
    })
    const failure = await failureOf(lookups.robots('http://x/', 'a', { timeoutMs: 1000 }))
    expect([failure.code, logged]).to.deep.equal(['INTERNAL_ERROR', [fault]])
    expect(failure.message).not.to.include('secret')
  })

  it('rejects once it is closed', async () => {
    const lookups = lookupsOf({ checkTarget: async () => ({ kind: 'allowed' }) })
    await lookups.ping()
    lookups.close()
    const failure = await failureOf(lookups.checkTarget('http://x/', { timeoutMs: 1000 }))
    expect(failure.code).to.equal('SERVICE_UNAVAILABLE')
    expect((await failureOf(lookups.ping())).code).to.equal('SERVICE_UNAVAILABLE')
  })
})
