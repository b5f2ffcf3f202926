import type { Logger } from 'pino'
import { serveHealth } from '#shared/adapters/telemetry/health-server.ts'
import { serveMetrics } from '#shared/adapters/telemetry/metrics-server.ts'
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
import { allowedHosts } from './allowed-hosts.ts'
import type { PartName } from './parts.ts'

const SPANS_MS = 2000
/** About two seconds of spans at full load: bounds the memory that an unavailable collector costs. */
const MAX_SPANS = 20_000

/** Opens telemetry as the settings demand: metrics where they can be read, traces where a collector is named. */
export async function openTelemetry(
  config: Config,
  parts: readonly PartName[],
  log: Logger,
  otherProcesses?: () => Promise<readonly MetricsSnapshot[]>,
): Promise<Telemetry> {
  const isExported = parts.includes('gateway') || config.METRICS_LISTEN !== null
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  return {
    metrics: isExported
      ? prometheusMetrics({ process: true, ...(otherProcesses && { otherProcesses }) })
      : noMetrics,
    tracer: await openTracer(endpoint, log),
  }
}

/** Telemetry of a process whose parent exports its metrics together with its own. */
export async function childTelemetry(
  config: Config,
  log: Logger,
): Promise<Telemetry & { readonly metrics: PrometheusMetrics }> {
  return {
    metrics: prometheusMetrics({ process: false }),
    tracer: await openTracer(config.OTEL_EXPORTER_OTLP_ENDPOINT, log),
  }
}

async function openTracer(
  endpoint: Config['OTEL_EXPORTER_OTLP_ENDPOINT'],
  log: Logger,
): Promise<Telemetry['tracer']> {
  if (endpoint === null) return noTracer
  // Loaded only where it is used: its libraries cost time and memory.
  const { otlpTracer } = await import('#shared/adapters/telemetry/otlp-tracer.ts')
  return otlpTracer({ endpoint, intervalMs: SPANS_MS, maxQueuedSpans: MAX_SPANS, log })
}

/** Returns the log unchanged when tracing is off. */
export function tracedIfEnabled(log: EventLog, { tracer }: Telemetry, config: Config): EventLog {
  if (tracer === noTracer) return log
  return tracedLog(log, tracer, config.KAFKA_BROKERS === null ? 'sqlite' : 'kafka')
}

/** Starts the metrics server. It is stopped last: stopping sends the last spans and ends the export of metrics. */
export async function startTelemetry(config: Config, { metrics, tracer }: Telemetry): Promise<Component> {
  const { METRICS_LISTEN: listen } = config
  const hosts = { allowedHosts: allowedHosts(config) }
  const server = listen === null ? null : await serveMetrics({ ...listen, ...hosts, metrics })
  return {
    async stop() {
      await tracer.close()
      await server?.close()
    },
  }
}

/** Answers probes from the first moment to the last. */
export async function startHealth(config: Config, isReady: () => boolean): Promise<Component> {
  const { HEALTH_LISTEN: listen } = config
  const hosts = { allowedHosts: allowedHosts(config) }
  const server = listen === null ? null : await serveHealth({ ...listen, ...hosts, isReady })
  return { stop: async () => server?.close() }
}
