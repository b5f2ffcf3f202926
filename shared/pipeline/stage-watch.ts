import { errorCodes } from '#shared/errors.ts'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import type { Inspection } from '#shared/messages/inspection.ts'
import { type Lane, lanes } from '#shared/messages/topics.ts'
import type { Consumer } from '#shared/pipeline/consumer.ts'
import type { Done } from '#shared/pipeline/job.ts'
import { groupOf, readerNames, stageNames } from '#shared/pipeline/stage-groups.ts'
import type { PoolOptions } from '#shared/pipeline/worker-pool.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import type { Telemetry } from '#shared/telemetry/telemetry.ts'
import type { Span } from '#shared/telemetry/tracer.ts'

/** How a try of a piece of work ended. */
const ways = ['passed_on', 'concluded', 'repeated', 'failed', 'retried', 'buried'] as const

export interface Ending {
  readonly done: Done
  readonly way: (typeof ways)[number]
  /** The code of the failure, when it is one. */
  readonly code: string | null
}

/** One try of an inspection's work that somebody watches. */
export interface WatchedTry {
  /** The work as it is done: below the try's span. */
  readonly event: CloudEvent
  readonly inspection: Inspection
  end(ending: Pick<Ending, 'way' | 'code'>): void
}

export interface StageWatch {
  begin(record: LogRecord, event: CloudEvent, inspection: Inspection): WatchedTry
  /** A record goes to `dead-letter`. */
  buried(): void
}

/** Counts and times the tries of a stage, and traces each (OpenTelemetry, messaging conventions: `process`). */
export function makeStageWatch(
  stage: string,
  { metrics, tracer }: Telemetry,
  system: 'kafka' | 'sqlite',
): StageWatch {
  const { seconds, failures, dead } = stageMetrics(metrics)
  return {
    buried: () => dead.add({ stage }),
    begin(record, event, inspection) {
      const began = performance.now()
      const { lane, traceparent } = inspection
      const attributes = { 'messaging.system': system, ...attributesOf(record, groupOf(stage, lane)) }
      const about = { name: `process ${record.topic}`, kind: 'consumer', attributes } as const
      const span = tracer.begin(about, traceparent)
      return {
        ...below(span, event, inspection),
        end({ way, code }) {
          seconds.observe({ stage, lane, outcome: way }, (performance.now() - began) / 1000)
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
      help: 'How long a stage worked on a record, by what came of it',
      labels: { ...labels, outcome: ways },
    }),
    failures: metrics.counter({
      name: 'pageprobe_stage_failures_total',
      help: 'Inspections that ended as a failure, and tries that failed and come again',
      labels: { ...labels, code: Object.keys(errorCodes) },
    }),
    dead: metrics.counter({
      name: 'pageprobe_dead_letters_total',
      help: 'Records that went to dead-letter',
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

function below({ traceparent }: Span, event: CloudEvent, inspection: Inspection) {
  if (traceparent === null || traceparent === inspection.traceparent) return { event, inspection }
  return {
    event: { ...event, attributes: { ...event.attributes, traceparent } },
    inspection: { ...inspection, traceparent },
  }
}

/** Shows what a stage's pool does. */
export function watchPool(
  stage: string,
  consumer: Pick<Consumer, 'use' | 'held'>,
  pool: PoolOptions,
  metrics: Metrics,
): void {
  const slots = metrics.gauge({
    name: 'pageprobe_pool_slots',
    help: 'Pieces of work a stage does at once, and how many of these batch can not take',
    labels: { stage: readerNames, kind: ['all', 'reserved'] },
  })
  const jobs = metrics.gauge({
    name: 'pageprobe_pool_jobs',
    help: 'Records that were taken from the log: at work, waiting for a slot, resting before another try',
    labels: { stage: readerNames, lane: lanes, state: ['running', 'waiting', 'resting'] },
  })
  slots.watch({ stage, kind: 'all' }, () => pool.slots)
  slots.watch({ stage, kind: 'reserved' }, () => pool.reserved)
  for (const lane of lanes) {
    jobs.watch({ stage, lane, state: 'running' }, () => consumer.use(lane).running)
    jobs.watch({ stage, lane, state: 'waiting' }, () => consumer.use(lane).waiting)
    jobs.watch({ stage, lane, state: 'resting' }, () => restingOf(consumer, lane))
  }
}

function restingOf(consumer: Pick<Consumer, 'use' | 'held'>, lane: Lane): number {
  const { running, waiting } = consumer.use(lane)
  return consumer.held(lane) - running - waiting
}
