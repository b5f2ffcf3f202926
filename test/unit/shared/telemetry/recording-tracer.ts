import type { Attributes, SpanDefinition, Tracer } from '#shared/telemetry/tracer.ts'

/** A span that a test can look at; `error` is undefined while it is open. */
export interface Recorded extends SpanDefinition {
  readonly parent: string | null
  readonly traceparent: string
  readonly learned: Attributes
  readonly error: string | null | undefined
}

/** A tracer that remembers. Its contexts are counted: 00-…1-…1-01, and so on. */
export function recordingTracer(): Tracer & { readonly spans: readonly Recorded[] } {
  const spans: { -readonly [Key in keyof Recorded]: Recorded[Key] }[] = []
  return {
    spans,
    startSpan(about, parent) {
      const id = String(spans.length + 1)
      const traceparent = `00-${id.padStart(32, '0')}-${id.padStart(16, '0')}-01`
      const span = {
        ...about,
        parent,
        traceparent,
        learned: {},
        error: undefined as string | null | undefined,
      }
      spans.push(span)
      return {
        traceparent,
        setAttributes(attributes) {
          span.learned = { ...span.learned, ...attributes }
        },
        end(error) {
          if (span.error !== undefined) throw new Error('ended twice')
          span.error = error
        },
      }
    },
    close: async () => {},
  }
}
