import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as sent: OTLP/JSON (opentelemetry-proto, trace/v1), attributes as an object. */
export interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  /** '' for the root. */
  readonly parentSpanId: string
  readonly name: string
  /** SPAN_KIND_*: 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
  /** STATUS_CODE_*: 2 = error. */
  readonly status: number
}

/** A collector of traces on loopback. */
export interface TraceCollector {
  readonly url: string
  /** In order of arrival, which is the order of their ends within a process. */
  readonly spans: readonly SentSpan[]
  readonly paths: readonly string[]
  close(): Promise<void>
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: SentSpan[] = []
  const paths: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    paths.push(request.url ?? '')
    spans.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString())))
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    paths,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: JSON as it was sent
function spansOf({ resourceSpans }: any): SentSpan[] {
  // biome-ignore lint/suspicious/noExplicitAny: JSON as it was sent
  const sent = resourceSpans.flatMap((one: any) => one.scopeSpans.flatMap((scope: any) => scope.spans))
  // biome-ignore lint/suspicious/noExplicitAny: JSON as it was sent
  return sent.map(({ traceId, spanId, parentSpanId, name, kind, attributes, status }: any) => ({
    traceId,
    spanId,
    parentSpanId: parentSpanId ?? '',
    name,
    kind,
    // biome-ignore lint/suspicious/noExplicitAny: JSON as it was sent
    attributes: Object.fromEntries(attributes.map(({ key, value }: any) => [key, Object.values(value)[0]])),
    status: status?.code ?? 0,
  }))
}

/** The names from the root to each span, as `a > b > c`. A span whose parent was not sent begins with `? > `. */
export function spanPaths(spans: readonly SentSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  function pathTo(span: SentSpan): string {
    if (span.parentSpanId === '') return span.name
    const parent = byId.get(span.parentSpanId)
    return `${parent === undefined ? '?' : pathTo(parent)} > ${span.name}`
  }
  return spans.map(pathTo)
}
