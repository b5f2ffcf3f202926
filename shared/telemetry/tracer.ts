export type Attributes = Readonly<Record<string, string | number | boolean>>

/** Span kinds of OpenTelemetry. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer'

export interface SpanDefinition {
  /** A name of low cardinality: without URLs and ids. */
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
}

export interface Span {
  /** The parent (W3C `traceparent`) of spans below this one; null = no trace. */
  readonly traceparent: string | null
  setAttributes(attributes: Attributes): void
  /** Ends the span, once. `error` is an error code or another fixed word; null = success. */
  end(error: string | null): void
}

/**
 * Traces of the running service. Contexts are passed explicitly, never taken from the current call stack. Nothing throws
 * or waits.
 */
export interface Tracer {
  /** Starts a span below `parent`; without a parent it starts a trace. */
  startSpan(about: SpanDefinition, parent: string | null): Span
  /** Sends the remaining spans, as far as possible in a short time. */
  close(): Promise<void>
}

/** No spans: the caller's trace context is passed on unchanged. */
export const noTracer: Tracer = {
  startSpan: (_about, traceparent) => ({ traceparent, setAttributes() {}, end() {} }),
  close: async () => {},
}

/** Runs work in a span. A rejection ends the span with its error and is passed on. */
export async function withSpan<T>(
  tracer: Tracer,
  about: SpanDefinition,
  parent: string | null,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(about, parent)
  try {
    const result = await work(span)
    span.end(null)
    return result
  } catch (error) {
    span.end(errorLabel(error))
    throw error
  }
}

/** The code of a failure, otherwise `error`: error messages may hold what must not be in a trace. */
export function errorLabel(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : 'error'
}

/** The trace id of a W3C `traceparent`, as a field of log lines; no field without a trace. */
export function traceIdOf(traceparent: string | null): { readonly traceId?: string } {
  const [, traceId] = traceparent?.split('-') ?? []
  return traceId === undefined ? {} : { traceId }
}
