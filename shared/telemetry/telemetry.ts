import { type Metrics, noMetrics } from '#shared/telemetry/metrics.ts'
import { noTracer, type Tracer } from '#shared/telemetry/tracer.ts'

/** The metrics and traces of a running service. */
export interface Telemetry {
  readonly metrics: Metrics
  readonly tracer: Tracer
}

/** Telemetry that is discarded. */
export const noTelemetry: Telemetry = { metrics: noMetrics, tracer: noTracer }
