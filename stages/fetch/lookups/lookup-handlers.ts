import type { Lane } from '#shared/messages/topics.ts'
import type { SitemapPage, SitemapSummary, UnaryLookups } from '#shared/ports/lookups.ts'
import { eachLookup, type LookupCall, splitCall } from '#shared/rpc/lookups/methods.ts'
import { tracedCall, tracedUnary } from '#shared/rpc/lookups/traced-lookups.ts'
import type { Tracer } from '#shared/telemetry/tracer.ts'

/** The context of a call, besides its arguments. */
export interface CallContext {
  /**
   * Milliseconds in which the handler must answer: the time the caller has left, minus the time for the
   * reply.
   */
  readonly deadlineMs: number
  /** Aborts when the caller cancelled or its deadline has passed. The answer is then ignored. */
  readonly signal: AbortSignal
  readonly traceparent: string | undefined
  /** The lane of the work that needs the look-up. */
  readonly lane: Lane
  /** The batch of the work that needs the look-up. */
  readonly batch?: string
  /** The manners of that batch, as `encodePoliteness` writes them. */
  readonly politeness?: string
}

export type SitemapLocs = Omit<SitemapPage, 'end'>

/**
 * The look-ups. A handler answers within `deadlineMs` with the result it has by then. It rejects with a
 * `Failure` to report a reason to the caller; any other error reaches the caller as INTERNAL without details.
 */
export interface LookupHandlers extends UnaryLookups<CallContext> {
  /** Emits the addresses while the file is read. */
  listSitemap(url: string, emit: (locs: SitemapLocs) => void, context: CallContext): Promise<SitemapSummary>
}

/** Routes each call to the handlers of its lane. */
export function routeByLane(handlers: Readonly<Record<Lane, LookupHandlers>>): LookupHandlers {
  return {
    ...eachLookup<CallContext>((_method, name) => (...call) => {
      const [, { lane }] = splitCall(call)
      return (handlers[lane][name] as LookupCall<CallContext>)(...call)
    }),
    listSitemap: (url, emit, context) => handlers[context.lane].listSitemap(url, emit, context),
  }
}

/** Wraps the handlers with a server span for each call. */
export function tracedHandlers(handlers: LookupHandlers, tracer: Tracer): LookupHandlers {
  const listSitemap = handlers.listSitemap as LookupCall<CallContext>
  return {
    ...tracedUnary(handlers, 'server', tracer),
    listSitemap: tracedCall('ListSitemap', 'server', tracer, listSitemap) as LookupHandlers['listSitemap'],
  }
}
