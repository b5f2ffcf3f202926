import { STATUS_CODES } from 'node:http'
import type { Context, Middleware } from 'koa'
import { errorCodes, operations } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import type { Telemetry } from '#shared/telemetry/telemetry.ts'
import { type Span, traceIdOf } from '#shared/telemetry/tracer.ts'
import type { CallState } from './call-state.ts'
import type { Paths } from './known-paths.ts'

type Call = Context & { state: CallState }

/** Label value of calls without an operation. */
const OTHER = 'none'
/** Label value when the client closed the connection before the end of the answer (nginx's 499). */
const CLIENT_CLOSED = 'left'
/** Machines call these every few seconds; they are logged at level `debug`. */
const quietPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Counts, times, traces and logs every call. Logs the route (`/batches/:id`), never the path, the query or the key, since
 * each may contain secrets or personal data.
 */
export function telemetry(
  { metrics, tracer }: Telemetry,
  logger: Log,
  { routeOf }: Pick<Paths, 'routeOf'>,
): Middleware<CallState> {
  const callMetric = callMetrics(metrics)
  return (context, next) => {
    const { state, method } = context
    const startedAt = performance.now()
    const operation = state.operation ?? OTHER
    const span = tracer.startSpan(serverSpan(method, state.operation), state.traceparent)
    state.traceparent = span.traceparent
    callMetric.begin(operation)
    context.res.on('close', () => {
      const ms = performance.now() - startedAt
      const status = context.res.writableFinished ? String(context.res.statusCode) : CLIENT_CLOSED
      callMetric.end({ operation, status, code: state.errorCode, cached: state.cached, seconds: ms / 1000 })
      endSpan(span, context, status)
      const fields = { route: routeOf(context.path) ?? undefined, ...logFields(context, status, ms) }
      if (quietPaths.has(context.path)) logger.debug(fields, 'call')
      else logger.info(fields, 'call')
    })
    return next()
  }
}

/** Undefined fields are not logged. */
function logFields({ state, method }: Call, status: string, ms: number) {
  const { requestId, key, inspection, errorCode, traceparent, operation, subject } = state
  return {
    requestId,
    method,
    keyId: key?.id,
    inspection: inspection ?? undefined,
    code: errorCode ?? undefined,
    traceId: traceIdOf(traceparent).traceId,
    operation: operation ?? subject ?? undefined,
    status,
    ms: Math.round(ms),
  }
}

/** OpenTelemetry semantic conventions for HTTP server spans. */
function serverSpan(method: string, operation: string | null) {
  return {
    name: operation === null ? method : `${method} /${operation}`,
    kind: 'server',
    attributes: { 'http.request.method': method, ...(operation && { 'http.route': `/${operation}` }) },
  } as const
}

/** Only an error of the server is an error of its span. */
function endSpan(span: Span, { state, res }: Call, status: string): void {
  span.setAttributes({ 'http.response.status_code': res.statusCode, 'pageprobe.request.id': state.requestId })
  if (state.inspection !== null) span.setAttributes({ 'pageprobe.inspection.id': state.inspection })
  span.end(res.statusCode >= 500 ? status : null)
}

interface CompletedCall {
  readonly operation: string
  readonly status: string
  readonly code: string | null
  readonly cached: boolean | null
  readonly seconds: number
}

function callMetrics(metrics: Metrics) {
  const names = [...operations, OTHER]
  const running = new Map(names.map((name) => [name, 0]))
  const calls = metrics.counter({
    name: 'pageprobe_http_requests_total',
    help: 'Calls by operation and status; left = the client disconnected before the end of the response',
    labels: { operation: names, status: [...Object.keys(STATUS_CODES), CLIENT_CLOSED] },
  })
  const errors = metrics.counter({
    name: 'pageprobe_http_errors_total',
    help: 'Calls that got an error, by its code',
    labels: { operation: names, code: Object.keys(errorCodes) },
  })
  const reads = metrics.counter({
    name: 'pageprobe_cache_reads_total',
    help: 'Reads of the response cache by outcome',
    labels: { operation: names, outcome: ['hit', 'miss'] },
  })
  const durations = metrics.histogram({
    name: 'pageprobe_http_request_duration_seconds',
    help: 'Time from the headers of a call to the end of its response',
    labels: { operation: names },
  })
  const inFlight = metrics.gauge({
    name: 'pageprobe_http_requests_in_flight',
    help: 'Calls without a complete response',
    labels: { operation: names },
  })
  for (const name of names) inFlight.watch({ operation: name }, () => running.get(name) ?? 0)
  const change = (name: string, by: number) => void running.set(name, (running.get(name) ?? 0) + by)
  return {
    begin: (name: string) => change(name, 1),
    end({ operation, status, code, cached, seconds }: CompletedCall) {
      change(operation, -1)
      calls.add({ operation, status })
      if (code !== null) errors.add({ operation, code })
      if (cached !== null) reads.add({ operation, outcome: cached ? 'hit' : 'miss' })
      durations.observe({ operation }, seconds)
    },
  }
}
