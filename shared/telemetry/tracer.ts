export type Attributes = Readonly<Record<string, string | number | boolean>>

/** OpenTelemetry's kinds of spans. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer'

export interface SpanDefinition {
  /** Of few different texts: no URL, no id. */
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
}

export interface Span {
  /** What work below it is given as its parent (W3C `traceparent`); null when there is no trace. */
  readonly traceparent: string | null
  setAttributes(attributes: Attributes): void
  /** Ends it, once; `error` is a short word from a fixed list (an error code), null = it went well. */
  end(error: string | null): void
}

/**
 * Traces of the running service. Contexts are given from hand to hand: nothing is guessed from what happens to run.
 * Nothing here throws or waits.
 */
export interface Tracer {
  /** Begins a span below `parent`; one without a parent begins a trace. */
  startSpan(about: SpanDefinition, parent: string | null): Span
  /** Sends what is left, as far as it can be sent soon. */
  close(): Promise<void>
}

/** Where nobody asks: the caller's trace is passed on as it came. */
export const noTracer: Tracer = {
  startSpan: (_about, traceparent) => ({ traceparent, setAttributes() {}, end() {} }),
  close: async () => {},
}

/** Runs work within a span; what it rejects with ends the span and goes on. */
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

/** The code of a failure, else `error`: messages may say what a trace shall not. */
export function errorLabel(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : 'error'
}

/** The trace id of a W3C `traceparent`, for log lines; none when there is no trace. */
export function traceIdOf(traceparent: string | null): { readonly traceId?: string } {
  const [, traceId] = traceparent?.split('-') ?? []
  return traceId === undefined ? {} : { traceId }
}
