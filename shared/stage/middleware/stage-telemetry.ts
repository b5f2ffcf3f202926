import type { Consumer } from '#shared/consumer/consumer.ts'
import type { WorkResult } from '#shared/consumer/pool/job.ts'
import type { PoolOptions } from '#shared/consumer/pool/worker-pool.ts'
import { errorCodes } from '#shared/errors.ts'
import { consumerNames, groupOf, stageNames } from '#shared/messages/consumer-groups.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { type Lane, lanes } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import type { Telemetry } from '#shared/telemetry/telemetry.ts'
import type { Span } from '#shared/telemetry/tracer.ts'

/** How an attempt ended: values of the label `outcome`. */
const outcomes = ['forwarded', 'completed', 'duplicate', 'failed', 'retried', 'dead_lettered'] as const

export interface AttemptResult {
  readonly work: WorkResult
  readonly outcome: (typeof outcomes)[number]
  /** The code of the failure; null without one. */
  readonly code: string | null
}

/** An attempt whose duration and outcome are recorded. */
export interface ObservedAttempt {
  /** The event and its inspection with the trace context of the attempt's span. */
  readonly event: CloudEvent
  readonly inspection: Inspection
  end(result: Pick<AttemptResult, 'outcome' | 'code'>): void
}

export interface StageTelemetry {
  begin(record: LogRecord, event: CloudEvent, inspection: Inspection): ObservedAttempt
  /** Counts a record that is published to `dead-letter`. */
  recordDeadLetter(): void
}

/** Counts, times and traces the attempts of a stage (OpenTelemetry, messaging conventions: `process`). */
export function makeStageTelemetry(
  stage: string,
  { metrics, tracer }: Telemetry,
  system: 'kafka' | 'sqlite',
): StageTelemetry {
  const { seconds, failures, dead } = stageMetrics(metrics)
  return {
    recordDeadLetter: () => dead.add({ stage }),
    begin(record, event, inspection) {
      const startedAt = performance.now()
      const { lane, traceparent } = inspection
      const attributes = { 'messaging.system': system, ...attributesOf(record, groupOf(stage, lane)) }
      const about = { name: `process ${record.topic}`, kind: 'consumer', attributes } as const
      const span = tracer.startSpan(about, traceparent)
      return {
        ...withSpanContext(span, event, inspection),
        end({ outcome, code }) {
          seconds.observe({ stage, lane, outcome }, (performance.now() - startedAt) / 1000)
          if (code !== null) failures.add({ stage, lane, code })
          span.end(code)
        },
      }
    },
  }
}

function stageMetrics(metrics: Metrics) {
  const labels = { stage: stageNames, lane: lanes }
  return {
    seconds: metrics.histogram({
      name: 'pageprobe_stage_work_seconds',
      help: 'Duration of the attempts of a stage, by outcome',
      labels: { ...labels, outcome: outcomes },
    }),
    failures: metrics.counter({
      name: 'pageprobe_stage_failures_total',
      help: 'Attempts that failed: inspections that ended as a failure, and attempts that are retried',
      labels: { ...labels, code: Object.keys(errorCodes) },
    }),
    dead: metrics.counter({
      name: 'pageprobe_dead_letters_total',
      help: 'Records that were published to dead-letter',
      labels: { stage: stageNames },
    }),
  }
}

function attributesOf({ topic, partition, offset }: LogRecord, group: string) {
  return {
    'messaging.operation.type': 'process',
    'messaging.operation.name': 'process',
    'messaging.destination.name': topic,
    'messaging.destination.partition.id': String(partition),
    'messaging.kafka.offset': offset,
    'messaging.consumer.group.name': group,
  }
}

function withSpanContext({ traceparent }: Span, event: CloudEvent, inspection: Inspection) {
  if (traceparent === null || traceparent === inspection.traceparent) return { event, inspection }
  return {
    event: { ...event, attributes: { ...event.attributes, traceparent } },
    inspection: { ...inspection, traceparent },
  }
}

/** Exports the slots and jobs of a stage's pool as gauges. */
export function exportPoolMetrics(
  stage: string,
  consumer: Pick<Consumer, 'usage' | 'pending'>,
  pool: PoolOptions,
  metrics: Metrics,
): void {
  const slots = metrics.gauge({
    name: 'pageprobe_pool_slots',
    help: 'Slots of the worker pool of a stage, and how many of them batch work cannot take',
    labels: { stage: consumerNames, kind: ['all', 'reserved'] },
  })
  const jobs = metrics.gauge({
    name: 'pageprobe_pool_jobs',
    help: 'Records that were read from the log: running, waiting for a slot, or delayed before another attempt',
    labels: { stage: consumerNames, lane: lanes, state: ['running', 'waiting', 'delayed'] },
  })
  slots.watch({ stage, kind: 'all' }, () => pool.slots)
  slots.watch({ stage, kind: 'reserved' }, () => pool.reserved)
  for (const lane of lanes) {
    jobs.watch({ stage, lane, state: 'running' }, () => consumer.usage(lane).running)
    jobs.watch({ stage, lane, state: 'waiting' }, () => consumer.usage(lane).waiting)
    jobs.watch({ stage, lane, state: 'delayed' }, () => delayedCount(consumer, lane))
  }
}

function delayedCount(consumer: Pick<Consumer, 'usage' | 'pending'>, lane: Lane): number {
  const { running, waiting } = consumer.usage(lane)
  return consumer.pending(lane) - running - waiting
}
