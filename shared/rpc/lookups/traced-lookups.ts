import type { Lookups, UnaryLookups } from '#shared/ports/lookups.ts'
import { type Tracer, withSpan } from '#shared/telemetry/tracer.ts'
import { eachLookup, type LookupCall, splitCall } from './methods.ts'
import { serviceName } from './protocol.ts'

interface Traced {
  readonly traceparent?: string | undefined
}

/** Look-ups with a client span for each call. `listSitemap` has none, since it takes as long as its reader. */
export function tracedLookups(lookups: Lookups, tracer: Tracer): Lookups {
  return { ...lookups, ...tracedUnary(lookups, 'client', tracer) }
}

/** Unary look-ups with a span for each call, at either end. The span is the parent of the work of the call. */
export function tracedUnary<Context extends Traced>(
  lookups: UnaryLookups<Context>,
  kind: 'client' | 'server',
  tracer: Tracer,
): UnaryLookups<Context> {
  return eachLookup<Context>(({ rpc }, name) =>
    tracedCall(rpc, kind, tracer, lookups[name] as LookupCall<Context>),
  )
}

/** A look-up with a span for each call (OpenTelemetry, RPC conventions). */
export function tracedCall<Context extends Traced>(
  rpc: string,
  kind: 'client' | 'server',
  tracer: Tracer,
  lookup: LookupCall<Context>,
): LookupCall<Context> {
  const attributes = { 'rpc.system': 'grpc', 'rpc.service': serviceName, 'rpc.method': rpc }
  const about = { name: `${serviceName}/${rpc}`, kind, attributes }
  return (...call) => {
    const [args, context] = splitCall(call)
    return withSpan(tracer, about, context.traceparent ?? null, ({ traceparent }) =>
      lookup(...args, traceparent === null ? context : { ...context, traceparent }),
    )
  }
}
