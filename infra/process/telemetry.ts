import type { Logger } from 'pino'
import { serveMetrics } from '#shared/adapters/telemetry/metrics-server.ts'
import { otlpTracer } from '#shared/adapters/telemetry/otlp-tracer.ts'
import {
  type MetricsSnapshot,
  type PrometheusMetrics,
  prometheusMetrics,
} from '#shared/adapters/telemetry/prometheus-metrics.ts'
import type { Config } from '#shared/config/config.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { Component } from '#shared/runtime.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import type { Telemetry } from '#shared/telemetry/telemetry.ts'
import { tracedLog } from '#shared/telemetry/traced-log.ts'
import { noTracer } from '#shared/telemetry/tracer.ts'
import type { PartName } from './parts.ts'

const SPANS_MS = 2000
/** About two seconds of spans at full load: what a collector that is away costs in memory at most. */
const MAX_SPANS = 20_000

/** What the settings switch on: numbers where somebody can read them, traces where somebody takes them. */
export function openTelemetry(
  config: Config,
  parts: readonly PartName[],
  log: Logger,
  otherProcesses?: () => Promise<readonly MetricsSnapshot[]>,
): Telemetry {
  const isExported = parts.includes('gateway') || config.METRICS_LISTEN !== null
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  return {
    metrics: isExported
      ? prometheusMetrics({ process: true, ...(otherProcesses && { otherProcesses }) })
      : noMetrics,
    tracer: openTracer(endpoint, log),
  }
}

/** Of a process whose parent shows its figures together with the parent's own. */
export function childTelemetry(
  config: Config,
  log: Logger,
): Telemetry & { readonly metrics: PrometheusMetrics } {
  return {
    metrics: prometheusMetrics({ process: false }),
    tracer: openTracer(config.OTEL_EXPORTER_OTLP_ENDPOINT, log),
  }
}

function openTracer(endpoint: Config['OTEL_EXPORTER_OTLP_ENDPOINT'], log: Logger): Telemetry['tracer'] {
  return endpoint === null
    ? noTracer
    : otlpTracer({ endpoint, intervalMs: SPANS_MS, maxQueuedSpans: MAX_SPANS, log })
}

/** Without traces the log stays as it is. */
export function tracedIfEnabled(log: EventLog, { tracer }: Telemetry, config: Config): EventLog {
  if (tracer === noTracer) return log
  return tracedLog(log, tracer, config.KAFKA_BROKERS === null ? 'sqlite' : 'kafka')
}

/** What has to be stopped at the very end: then the last spans are sent, and the numbers can be read no more. */
export async function startTelemetry(
  { METRICS_LISTEN: listen }: Config,
  { metrics, tracer }: Telemetry,
): Promise<Component> {
  const server = listen === null ? null : await serveMetrics({ ...listen, metrics })
  return {
    async stop() {
      await tracer.close()
      await server?.close()
    },
  }
}
