import { type Metrics, noMetrics } from '#shared/telemetry/metrics.ts'
import { noTracer, type Tracer } from '#shared/telemetry/tracer.ts'

/** How a running service can be watched. */
export interface Telemetry {
  readonly metrics: Metrics
  readonly tracer: Tracer
}

/** Nobody watches. */
export const noTelemetry: Telemetry = { metrics: noMetrics, tracer: noTracer }
