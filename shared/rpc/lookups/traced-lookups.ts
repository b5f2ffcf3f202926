import type { CallOptions, Lookups } from '#shared/ports/lookups.ts'
import { type Tracer, withSpan } from '#shared/telemetry/tracer.ts'

const SERVICE = 'pageprobe.lookups.v1.Lookups'

/** The span of a look-up, at both ends (OpenTelemetry, RPC conventions). */
export function lookupSpan(method: string, kind: 'client' | 'server') {
  const attributes = { 'rpc.system': 'grpc', 'rpc.service': SERVICE, 'rpc.method': method }
  return { name: `${SERVICE}/${method}`, kind, attributes }
}

/** Look-ups with a client span for each call. `listSitemap` has none, since it takes as long as its reader. */
export function tracedLookups(lookups: Lookups, tracer: Tracer): Lookups {
  function call<T>(
    method: string,
    budget: CallOptions,
    work: (budget: CallOptions) => Promise<T>,
  ): Promise<T> {
    return withSpan(tracer, lookupSpan(method, 'client'), budget.traceparent ?? null, ({ traceparent }) =>
      work(traceparent === null ? budget : { ...budget, traceparent }),
    )
  }

  return {
    ...lookups,
    checkTarget: (url, budget) => call('JudgeTarget', budget, (inner) => lookups.checkTarget(url, inner)),
    robots: (url, userAgent, budget) =>
      call('Robots', budget, (inner) => lookups.robots(url, userAgent, inner)),
    probe: (urls, budget) => call('Probe', budget, (inner) => lookups.probe(urls, inner)),
    describeImage: (url, budget) =>
      call('DescribeImage', budget, (inner) => lookups.describeImage(url, inner)),
    fetchFile: (url, maxBytes, budget) =>
      call('FetchFile', budget, (inner) => lookups.fetchFile(url, maxBytes, inner)),
    scanSitemap: (url, lookFor, budget) =>
      call('ScanSitemap', budget, (inner) => lookups.scanSitemap(url, lookFor, inner)),
  }
}
