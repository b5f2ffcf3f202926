import { randomUUID } from 'node:crypto'
import {
  type Span as ApiSpan,
  SpanKind as ApiSpanKind,
  type Context,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { Span, SpanKind, Tracer } from '#shared/telemetry/tracer.ts'
import type { AdapterLog } from '../../log.ts'

export interface OtlpTracerOptions {
  /** Base URL of the collector; traces go to `/v1/traces` below it. */
  readonly endpoint: string
  /** Interval of exports, in milliseconds. */
  readonly intervalMs: number
  /** Most spans queued while the collector is down; more are dropped. */
  readonly maxQueuedSpans: number
  readonly log: AdapterLog
}

const EXPORT_TIMEOUT_MS = 5000
/** A collector that is down delays the shutdown of the service at most this long. */
const CLOSE_MS = 2000
const SAMPLED = 1

const kinds: Readonly<Record<SpanKind, ApiSpanKind>> = {
  server: ApiSpanKind.SERVER,
  client: ApiSpanKind.CLIENT,
  producer: ApiSpanKind.PRODUCER,
  consumer: ApiSpanKind.CONSUMER,
}

/**
 * Exports traces by OTLP over HTTP (JSON). Keeps the caller's sampling decision; a trace that starts here is
 * sampled. A collector that is down costs a warning and the spans, never a call.
 */
export function otlpTracer({ endpoint, intervalMs, maxQueuedSpans, log }: OtlpTracerOptions): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS })
  const processor = new BatchSpanProcessor({
    exporter: reportOutages(exporter, log),
    scheduledDelayMillis: intervalMs,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS * 2,
    maxQueueSize: maxQueuedSpans,
  })
  const resource = resourceFromAttributes({
    'service.name': 'pageprobe',
    'service.instance.id': randomUUID(),
  })
  const provider = new TracerProvider({ resource, spanProcessors: [processor] })
  const spans = provider.getTracer('pageprobe')
  return {
    startSpan({ name, kind, attributes }, parent) {
      return spanOf(spans.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent)))
    },
    async close() {
      const flushed = provider.shutdown().catch(() => undefined) // `reportOutages` has logged it
      await withTimeoutOrNull(flushed, CLOSE_MS)
    },
  }
}

function spanOf(span: ApiSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-0${traceFlags & SAMPLED}`,
    setAttributes: (attributes) => void span.setAttributes(attributes),
    end(error) {
      if (error !== null) {
        span.setAttribute('error.type', error)
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },
  }
}

/** traceparent (W3C Trace Context, section 3.2.2). Later versions append fields. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/

function contextOf(traceparent: string | null): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** Logs when exports begin to fail and when they succeed again, not each failure. */
function reportOutages(exporter: OTLPTraceExporter, log: AdapterLog): SpanExporter {
  let isUnavailable = false

  function recordResult({ code, error }: ExportResult): void {
    const failed = code !== ExportResultCode.SUCCESS
    if (failed === isUnavailable) return
    isUnavailable = failed
    if (failed) log.warn({ err: error }, 'Traces cannot be exported; spans are dropped until exports succeed')
    else log.info({}, 'Traces are exported again')
  }

  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        recordResult(result)
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  }
}
