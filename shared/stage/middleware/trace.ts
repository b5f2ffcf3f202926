import { errorCodes } from '#shared/errors.ts'
import { groupOf, stageNames } from '#shared/messages/consumer-groups.ts'
import { lanes } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import {
  type Attempt,
  type AttemptOutcome,
  type Effect,
  type Middleware,
  outcomes,
} from '#shared/stage/middleware.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import type { Telemetry } from '#shared/telemetry/telemetry.ts'
import { errorLabel, type Span } from '#shared/telemetry/tracer.ts'

/**
 * Counts, times and traces the attempts of a stage (OpenTelemetry, messaging conventions: `process`). The event and its
 * inspection go on with the trace context of the attempt's span. Postponed work is not recorded: it did nothing, and may be
 * postponed any number of times.
 */
export function trace(stage: string, { metrics, tracer }: Telemetry, system: 'kafka' | 'sqlite'): Middleware {
  const { seconds, failures } = attemptMetrics(metrics)
  return (next) => async (attempt) => {
    const startedAt = performance.now()
    const { record, inspection } = attempt
    const { lane, traceparent } = inspection
    const attributes = { 'messaging.system': system, ...attributesOf(record, groupOf(stage, lane)) }
    const span = tracer.startSpan(
      { name: `process ${record.topic}`, kind: 'consumer', attributes },
      traceparent,
    )

    function end(outcome: AttemptOutcome, code: string | null): void {
      seconds.observe({ stage, lane, outcome }, (performance.now() - startedAt) / 1000)
      if (code !== null) failures.add({ stage, lane, code })
      span.end(code)
    }

    try {
      const effect = await next(withSpanContext(span, attempt))
      if (isRecorded(effect)) end(...outcomeOf(effect))
      return effect
    } catch (error) {
      end('retried', errorLabel(error))
      throw error
    }
  }
}

function isRecorded(effect: Effect): boolean {
  return !('postponeMs' in effect) && !('isAttempt' in effect)
}

function outcomeOf(effect: Effect): [AttemptOutcome, code: string | null] {
  const code = 'code' in effect ? (effect.code ?? null) : null
  return ['done' in effect ? effect.done : 'retried', code]
}

function attemptMetrics(metrics: Metrics) {
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

function withSpanContext({ traceparent }: Span, attempt: Attempt): Attempt {
  const { event, inspection } = attempt
  if (traceparent === null || traceparent === inspection.traceparent) return attempt
  return {
    ...attempt,
    event: { ...event, attributes: { ...event.attributes, traceparent } },
    inspection: { ...inspection, traceparent },
  }
}
