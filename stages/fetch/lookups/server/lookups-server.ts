import { Failure } from '#shared/errors.ts'
import type { SitemapPage } from '#shared/ports/lookups.ts'
import { sitemapPage } from '#shared/rpc/lookups/messages.ts'
import { fromRequest, type LookupCall, lookupMethods } from '#shared/rpc/lookups/methods.ts'
import { lookupsService, serviceName } from '#shared/rpc/lookups/protocol.ts'
import type { PartsSecret, RefusalLog } from '#shared/rpc/parts-secret.ts'
import { type GrpcServer, startGrpcServer } from '#shared/rpc/server.ts'
import type { CallContext, LookupHandlers } from '../lookup-handlers.ts'
import { type CallLog, streamingCalls, unaryCalls } from './grpc-calls.ts'

export interface LookupsLimits {
  /** URLs in one probe. */
  readonly maxUrls: number
  /** Bytes of one message, in either direction. */
  readonly maxMessageBytes: number
  /** Concurrent calls. Further calls are refused with UNAVAILABLE. */
  readonly maxConcurrent: number
}

export interface LookupsServerOptions {
  /** `host:port`. Port 0 takes any free port. */
  readonly listen: string
  readonly handlers: LookupHandlers
  readonly limits: LookupsLimits
  readonly secret: PartsSecret
  /** Receives errors that the handlers did not expect, and a warning about refused calls. */
  readonly log?: CallLog & RefusalLog
}

/**
 * Serves `proto/lookups.proto` and the standard health service. Rejects when it cannot listen at the address.
 */
export function startLookupsServer(options: LookupsServerOptions): Promise<GrpcServer> {
  return startGrpcServer({
    listen: options.listen,
    services: [{ name: serviceName, definition: lookupsService, implementation: implementation(options) }],
    maxMessageBytes: options.limits.maxMessageBytes,
    secret: options.secret,
    log: options.log,
  })
}

function implementation({ handlers: unchecked, limits, log }: LookupsServerOptions) {
  const handlers = withUrlLimit(unchecked, limits.maxUrls)
  const unary = unaryCalls(limits.maxConcurrent, log)
  const unaryMethods = Object.entries(lookupMethods).map(([name, method]) => {
    const lookup = handlers[name as keyof typeof lookupMethods] as LookupCall<CallContext>
    const work = async (request: unknown, context: CallContext) =>
      method.reply.encode((await lookup(...fromRequest(method, request), context)) as never)
    return [method.rpc, unary(work)] as const
  })
  return {
    ...Object.fromEntries(unaryMethods),
    ListSitemap: streamingCalls(log)(async ({ url }: { readonly url: string }, emit, context) => {
      const emitPage = (page: SitemapPage) => emit(sitemapPage.encode(page))
      const end = await handlers.listSitemap(url, (locs) => emitPage({ ...locs, end: null }), context)
      emitPage({ pages: [], sitemaps: [], end })
    }),
  }
}

/** Handlers that refuse a probe of more URLs. */
export function withUrlLimit(handlers: LookupHandlers, maxUrls: number): LookupHandlers {
  return {
    ...handlers,
    async probe(urls, context) {
      if (urls.length <= maxUrls) return handlers.probe(urls, context)
      throw new Failure('VALIDATION_ERROR', `At most ${maxUrls} URLs in one call`)
    },
  }
}
