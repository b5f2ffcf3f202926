import { expect } from 'chai'
import { pino } from 'pino'
import type { ApiKey } from '#gateway/access/api-keys.ts'
import type { CallState } from '#gateway/middleware/call-state.ts'
import { initialState } from '#gateway/middleware/call-state.ts'
import { telemetry } from '#gateway/middleware/telemetry.ts'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { eventually } from '#test/contract/eventually.ts'
import { recordingTracer } from '#test/unit/shared/telemetry/recording-tracer.ts'
import { httpCall } from '../support/http-call.ts'
import { type SmallApp, serveApp } from '../support/serve-app.ts'

type Answer = (context: { state: CallState; status: number; body: unknown }) => void | Promise<void>

describe('telemetry', () => {
  let app: SmallApp
  let answer: Answer
  let lines: Record<string, unknown>[]
  let metrics: ReturnType<typeof prometheusMetrics>
  let tracer: ReturnType<typeof recordingTracer>
  const routeOf = (path: string) => {
    if (path.startsWith('/batches/')) return '/batches/:id'
    return path === '/metadata' ? path : null
  }
  beforeEach(async () => {
    lines = []
    metrics = prometheusMetrics({ process: false })
    tracer = recordingTracer()
    const logger = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) })
    answer = (context) => {
      context.body = 'x'
    }
    app = await serveApp(initialState, telemetry({ metrics, tracer }, logger, { routeOf }), (context) =>
      answer(context),
    )
  })
  afterEach(() => app.close())

  const presented = async (prefix = 'pageprobe_http') =>
    (await metrics.expose()).text.split('\n').filter((line) => line.startsWith(prefix))

  it('counts and times each call by its operation', async () => {
    for (const path of ['/metadata?url=x', '/metadata', '/nothing']) await httpCall(app.url, path)
    await eventually(() => lines.length === 3)
    const all = await presented()
    for (const line of [
      'pageprobe_http_requests_total{operation="metadata",status="200"} 2',
      'pageprobe_http_requests_total{operation="none",status="200"} 1',
      'pageprobe_http_request_duration_seconds_count{operation="metadata"} 2',
      'pageprobe_http_requests_in_flight{operation="metadata"} 0',
    ]) {
      expect(all).to.include(line)
    }
  })

  it('exposes the calls in flight', async () => {
    const waiting = Promise.withResolvers<void>()
    answer = async (context) => {
      await waiting.promise
      context.body = 'x'
    }
    const call = httpCall(app.url, '/snapshot')
    await eventually(async () =>
      (await presented()).includes('pageprobe_http_requests_in_flight{operation="snapshot"} 1'),
    )
    waiting.resolve()
    await call
    await eventually(async () =>
      (await presented()).includes('pageprobe_http_requests_in_flight{operation="snapshot"} 0'),
    )
  })

  it('counts errors by their code', async () => {
    answer = (context) => {
      context.status = 429
      context.state.errorCode = 'RATE_LIMIT_EXCEEDED'
      context.body = 'x'
    }
    await httpCall(app.url, '/metadata')
    await eventually(() => lines.length === 1)
    const all = await presented()
    expect(all).to.include('pageprobe_http_errors_total{operation="metadata",code="RATE_LIMIT_EXCEEDED"} 1')
    expect(all).to.include('pageprobe_http_requests_total{operation="metadata",status="429"} 1')
  })

  it('counts hits and misses of the cache', async () => {
    for (const cached of [true, false, false, null]) {
      answer = (context) => {
        context.state.cached = cached
        context.body = 'x'
      }
      await httpCall(app.url, '/metadata')
    }
    await eventually(() => lines.length === 4)
    expect(await presented('pageprobe_cache')).to.have.members([
      'pageprobe_cache_reads_total{operation="metadata",outcome="hit"} 1',
      'pageprobe_cache_reads_total{operation="metadata",outcome="miss"} 2',
    ])
  })

  it('counts a client that disconnects before the answer', async () => {
    const leaving = new AbortController()
    const came = Promise.withResolvers<void>()
    answer = () => {
      came.resolve()
      return new Promise(() => {})
    }
    const gone = httpCall(app.url, '/metadata', { signal: leaving.signal }).catch(() => null)
    await came.promise
    leaving.abort()
    await gone
    await eventually(async () =>
      (await presented()).includes('pageprobe_http_requests_total{operation="metadata",status="left"} 1'),
    )
  })

  it('logs one line with caller, request and outcome, and no query, path or key', async () => {
    answer = (context) => {
      context.state.key = { id: 'abcdefgh', hash: 'HASH' } as ApiKey
      context.state.inspection = 'the-inspection'
      context.status = 404
      context.state.errorCode = 'NOT_FOUND'
      context.body = 'x'
    }
    const headers = {
      'X-Request-Id': 'mine',
      'X-API-Key': 'SECRET',
      Cookie: 'SECRET',
      Authorization: 'SECRET',
    }
    await httpCall(app.url, '/metadata?url=http://SECRET/&token=SECRET', { headers })
    await httpCall(app.url, '/SECRET')
    await eventually(() => lines.length === 2)
    expect(lines[0]).to.include({
      level: 30,
      msg: 'call',
      requestId: 'mine',
      keyId: 'abcdefgh',
      method: 'GET',
      route: '/metadata',
      operation: 'metadata',
      status: '404',
      code: 'NOT_FOUND',
      inspection: 'the-inspection',
      traceId: tracer.spans[0]?.traceparent.split('-')[1],
    })
    expect(lines[0]?.ms).to.be.a('number')
    expect(JSON.stringify(lines)).not.to.match(/SECRET|HASH/)
  })

  it('logs the route of a path with ids, and the operation of the batch that the call is about', async () => {
    answer = (context) => {
      context.state.subject = 'seo-audit'
      context.body = 'x'
    }
    await httpCall(app.url, '/batches/SECRET?key=SECRET')
    await httpCall(app.url, '/SECRET')
    await eventually(() => lines.length === 2)
    expect(lines[0]).to.include({ route: '/batches/:id', operation: 'seo-audit' })
    expect(lines[1]).not.to.have.property('route')
    expect(JSON.stringify(lines)).not.to.include('SECRET')
  })

  it('logs the calls of probes and scrapers at level debug', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) await httpCall(app.url, path)
    await eventually(() => lines.length === 3)
    expect(lines.map(({ level }) => level)).to.deep.equal([20, 20, 20])
  })

  it('begins a span below that of the caller, and the work is below that span', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    let handed: string | null = null
    answer = (context) => {
      handed = context.state.traceparent
      context.body = 'x'
    }
    await httpCall(app.url, '/metadata', { headers: { traceparent } })
    await eventually(() => tracer.spans[0]?.error !== undefined)
    const [span] = tracer.spans
    expect(span).to.include({
      name: 'GET /metadata',
      kind: 'server',
      parent: traceparent,
      traceparent: handed,
      error: null,
    })
    expect(span?.learned).to.include({ 'http.response.status_code': 200 })
  })

  for (const [status, error] of [
    [404, null],
    [503, '503'],
  ] as const) {
    it(`takes ${status} for ${error === null ? 'an error of the client' : 'an error of the server'}`, async () => {
      answer = (context) => {
        context.status = status
        context.body = 'x'
      }
      await httpCall(app.url, '/x')
      await eventually(() => tracer.spans[0]?.error !== undefined)
      expect(tracer.spans[0]).to.include({ name: 'GET', error, parent: null })
    })
  }
})
