import { lookupSpan } from '#shared/rpc/lookups/traced-lookups.ts'
import { type Tracer, withSpan } from '#shared/telemetry/tracer.ts'
import type { CallContext, LookupHandlers } from './lookup-handlers.ts'

/** Wraps the handlers with a server span for each call. */
export function tracedHandlers(handlers: LookupHandlers, tracer: Tracer): LookupHandlers {
  function call<T>(
    method: string,
    context: CallContext,
    work: (context: CallContext) => Promise<T>,
  ): Promise<T> {
    return withSpan(tracer, lookupSpan(method, 'server'), context.traceparent ?? null, ({ traceparent }) =>
      work({ ...context, traceparent: traceparent ?? undefined }),
    )
  }

  return {
    checkTarget: (url, context) => call('JudgeTarget', context, (inner) => handlers.checkTarget(url, inner)),
    robots: (url, userAgent, context) =>
      call('Robots', context, (inner) => handlers.robots(url, userAgent, inner)),
    probe: (urls, context) => call('Probe', context, (inner) => handlers.probe(urls, inner)),
    describeImage: (url, context) =>
      call('DescribeImage', context, (inner) => handlers.describeImage(url, inner)),
    fetchFile: (url, maxBytes, context) =>
      call('FetchFile', context, (inner) => handlers.fetchFile(url, maxBytes, inner)),
    scanSitemap: (url, lookFor, context) =>
      call('ScanSitemap', context, (inner) => handlers.scanSitemap(url, lookFor, inner)),
    listSitemap: (url, emit, context) =>
      call('ListSitemap', context, (inner) => handlers.listSitemap(url, emit, inner)),
  }
}
