import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { mock } from 'node:test'
import { expect } from 'chai'
import { otlpTracer } from '#shared/adapters/telemetry/otlp-tracer.ts'
import type { SpanDefinition, Tracer } from '#shared/telemetry/tracer.ts'
import { eventually } from '#test/contract/eventually.ts'
import { startTraceCollector, type TraceCollector } from '#test/support/sites/trace-collector.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const about: SpanDefinition = {
  name: 'GET /metadata',
  kind: 'server',
  attributes: { 'http.route': '/metadata' },
}

describe('otlpTracer', () => {
  let collector: TraceCollector
  let tracer: Tracer
  let warnings: string[]
  const log = { info() {}, warn: (_details: unknown, message: string) => void warnings.push(message) }
  const open = (endpoint: string) => otlpTracer({ endpoint, intervalMs: 20, maxQueuedSpans: 100, log })
  beforeEach(async () => {
    warnings = []
    collector = await startTraceCollector()
    tracer = open(collector.url)
  })
  afterEach(async () => {
    await tracer.close()
    await collector.close()
  })

  it('starts a trace if there is no parent, and returns its traceparent', async () => {
    const root = tracer.startSpan(about, null)
    expect(root.traceparent).to.match(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-01$/)
    const child = tracer.startSpan({ ...about, name: 'inner', kind: 'client' }, root.traceparent)
    child.end(null)
    root.end(null)
    await eventually(() => collector.spans.length === 2)
    const [inner, outer] = collector.spans
    expect(collector.paths[0]).to.equal('/v1/traces')
    expect(outer).to.include({ name: 'GET /metadata', kind: 2, parentSpanId: '', status: 0 })
    expect(outer?.attributes).to.deep.equal({ 'http.route': '/metadata' })
    expect(inner).to.include({ name: 'inner', kind: 3, parentSpanId: outer?.spanId, traceId: outer?.traceId })
    expect(root.traceparent).to.equal(`00-${outer?.traceId}-${outer?.spanId}-01`)
  })

  it("makes the caller's span the parent", async () => {
    tracer.startSpan(about, `00-${TRACE}-${PARENT}-01`).end(null)
    await eventually(() => collector.spans.length === 1)
    expect(collector.spans[0]).to.include({ traceId: TRACE, parentSpanId: PARENT })
  })

  it('keeps the decision of a caller that does not sample, and passes it on', async () => {
    const unsampled = tracer.startSpan(about, `00-${TRACE}-${PARENT}-00`)
    expect(unsampled.traceparent).to.match(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`))
    unsampled.end(null)
    tracer.startSpan(about, null).end(null)
    await eventually(() => collector.spans.length > 0)
    expect(collector.spans.map(({ traceId }) => traceId)).not.to.include(TRACE)
  })

  it('accepts a later version, and ignores a malformed traceparent', async () => {
    tracer.startSpan(about, `cc-${TRACE}-${PARENT}-01-what-comes-later`).end(null)
    tracer.startSpan(about, 'nonsense').end(null)
    await eventually(() => collector.spans.length === 2)
    expect(collector.spans.map(({ parentSpanId }) => parentSpanId)).to.deep.equal([PARENT, ''])
  })

  it('exports error type and attributes', async () => {
    const span = tracer.startSpan(about, null)
    span.setAttributes({ 'http.response.status_code': 503 })
    span.end('SERVICE_UNAVAILABLE')
    await eventually(() => collector.spans.length === 1)
    expect(collector.spans[0]?.status).to.equal(2)
    expect(collector.spans[0]?.attributes).to.include({
      'error.type': 'SERVICE_UNAVAILABLE',
      'http.response.status_code': 503,
    })
  })

  it('exports the remaining spans when it is closed', async () => {
    const lazy = otlpTracer({ endpoint: collector.url, intervalMs: 600_000, maxQueuedSpans: 100, log })
    lazy.startSpan(about, null).end(null)
    await lazy.close()
    expect(collector.spans).to.have.length(1)
  })

  describe('without a collector that answers well', () => {
    let server: Server
    const sockets = new Set<Socket>()
    beforeEach(() => sockets.clear())
    const listen = async (onRequest: (response: ServerResponse) => void) => {
      server = createServer((_request, response) => onRequest(response))
      server.on('connection', (socket) => sockets.add(socket))
      await once(server.listen(0, '127.0.0.1'), 'listening')
      return open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    }
    afterEach(() => {
      mock.timers.reset()
      for (const socket of sockets) socket.destroy()
      server.close()
    })

    it('warns once, however many spans end', async () => {
      // Not tried again by the exporter (OTLP, "Non-retryable errors").
      const refused = await listen((response) => response.writeHead(400).end())
      for (let index = 0; index < 500; index++) refused.startSpan(about, null).end(null)
      await eventually(() => warnings.length > 0)
      for (let index = 0; index < 500; index++) refused.startSpan(about, null).end(null)
      await refused.close()
      expect(warnings).to.have.length(1)
    })

    it('closes within 2 s although the collector does not answer', async () => {
      const stuck = await listen(() => {})
      stuck.startSpan(about, null).end(null)
      await eventually(() => sockets.size > 0)
      mock.timers.enable({ apis: ['setTimeout'] })
      let isClosed = false
      const closing = stuck.close().then(() => {
        isClosed = true
      })
      await new Promise(setImmediate)
      mock.timers.tick(1999)
      await new Promise(setImmediate)
      expect(isClosed).to.equal(false)
      mock.timers.tick(1)
      await closing
    })
  })
})
