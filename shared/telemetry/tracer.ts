export type Attributes = Readonly<Record<string, string | number | boolean>>

/** OpenTelemetry's kinds of spans. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer'

export interface About {
  /** Of few different texts: no URL, no id. */
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
}

export interface Span {
  /** What work below it is given as its parent (W3C `traceparent`); null when there is no trace. */
  readonly traceparent: string | null
  set(attributes: Attributes): void
  /** Ends it, once; `error` is a short word from a fixed list (an error code), null = it went well. */
  end(error: string | null): void
}

/**
 * Traces of the running service. Contexts are given from hand to hand: nothing is guessed from what happens to run.
 * Nothing here throws or waits.
 */
export interface Tracer {
  /** Begins a span below `parent`; one without a parent begins a trace. */
  begin(about: About, parent: string | null): Span
  /** Sends what is left, as far as it can be sent soon. */
  close(): Promise<void>
}

/** Where nobody asks: the caller's trace is passed on as it came. */
export const noTracer: Tracer = {
  begin: (_about, traceparent) => ({ traceparent, set() {}, end() {} }),
  close: async () => {},
}

/** Runs work within a span; what it rejects with ends the span and goes on. */
export async function traced<T>(
  tracer: Tracer,
  about: About,
  parent: string | null,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracer.begin(about, parent)
  try {
    const result = await work(span)
    span.end(null)
    return result
  } catch (error) {
    span.end(errorWord(error))
    throw error
  }
}

/** The code of a failure, else `error`: messages may say what a trace shall not. */
export function errorWord(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : 'error'
}

/** The trace id of a W3C `traceparent`, for log lines; none when there is no trace. */
export function traceIdOf(traceparent: string | null): { readonly traceId?: string } {
  const [, traceId] = traceparent?.split('-') ?? []
  return traceId === undefined ? {} : { traceId }
}
