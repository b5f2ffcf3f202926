import { type Consumer, type ConsumerOptions, runConsumer } from '#shared/consumer/consumer.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import { decodeRecord } from '#shared/messages/events/decode-record.ts'
import { tenantFromEvent } from '#shared/messages/events/inspection.ts'
import { type FailureData, type Outcome, outcomeOf } from '#shared/messages/events/outcome.ts'
import { parseJson } from '#shared/messages/json.ts'
import { FAILED, outcomeTopics } from '#shared/messages/topics.ts'
import { isAvailable } from '#shared/operations/parameters.ts'
import { inspectedUrl } from '#shared/operations/rendered.ts'
import type { EventLog, LogRecord } from '#shared/ports/event-log.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import {
  type InspectionRecord,
  inspectionRecordFromText,
  markEnded,
} from '#shared/store/inspection-record.ts'
import { ENDED_CHANNEL, INSPECTION_TTL, inspectionKey } from '#shared/store/keys.ts'
import { claimOutcome } from '#shared/store/outcomes.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import type { AnswerCache, CacheKeyParts } from './answer-cache.ts'
import { recordEnd } from './history.ts'
import { clearInFlight } from './single-flight.ts'

export interface ProjectionOptions {
  readonly log: EventLog
  readonly store: ResultStore
  readonly cache: AnswerCache
  readonly logger: Log
  readonly highWater: number
  readonly metrics: Metrics
  readonly ends?: ConsumerOptions['poisonPills']
  /** Life of the outcome of a batch request in the store, in seconds. */
  readonly batchResultTtl: number
  /** Retention of outcomes in the log, in seconds. A batch request counts as ended for this time. */
  readonly outcomeTtl: number
}

const SLOTS = 64
const RETRY_MS = 500

/**
 * Projects the outcomes on the log into the store, then wakes the waiting callers. All gateways form one consumer
 * group. Skips outcomes of batch requests without a command to the store: no caller waits for them, and the stage that
 * published one has stored it first. So many of them do not delay a caller.
 */
export function runProjection(options: ProjectionOptions): Promise<Consumer> {
  return runConsumer({
    ...options,
    group: 'projection',
    lanes: [{ lane: 'interactive', topics: outcomeTopics }],
    pool: { slots: SLOTS, reserved: 0, limits: { perKey: 1 } },
    isUnrelated: isAlreadyStored,
    concurrencyKeyOf: () => null,
    async onPoisonPill({ topic, partition, offset }) {
      const about = { topic, partition, offset }
      options.logger.error(about, 'skipped an outcome that crashed the process repeatedly')
      return 'done'
    },
    async process(record) {
      const read = decodeRecord(record)
      if ('reason' in read) return 'done'
      try {
        await project(options, outcomeOf(record, read.event), read.event)
        return 'done'
      } catch (err) {
        if (isUnavailable(err)) return { retryAfterMs: RETRY_MS }
        options.logger.error({ err, topic: record.topic }, 'skipped an outcome that cannot be stored')
        return 'done'
      }
    },
  })
}

async function project(options: ProjectionOptions, outcome: Outcome, event: CloudEvent): Promise<void> {
  if (event.attributes.lane === 'batch') await projectBatch(options, outcome, event)
  else await projectInteractive(options, outcome, event)
}

/**
 * Whether a stage has stored the outcome: every outcome of a batch request except the failures that the batch component
 * publishes.
 */
function isAlreadyStored(record: LogRecord): boolean {
  if (record.headers.ce_lane?.toString() !== 'batch') return false
  return record.topic !== FAILED || !isOfBatchPart(record)
}

function isOfBatchPart(record: LogRecord): boolean {
  const read = decodeRecord(record)
  const data = 'reason' in read ? undefined : parseJson(read.event.json ?? '')
  return (data as Partial<FailureData> | null | undefined)?.stage === 'batch'
}

async function projectBatch(
  { store, batchResultTtl, outcomeTtl }: ProjectionOptions,
  outcome: Outcome,
  event: CloudEvent,
): Promise<void> {
  const id = event.subject
  await claimOutcome(store, id, outcome, batchResultTtl)
  await markEnded(store, { id, ...tenantFromEvent(event), outcome }, outcomeTtl)
}

/**
 * Writes the cache before it ends the in-flight entry, so that a request finds one or the other. Wakes callers last:
 * one that asks again finds the cached result, and a list shows the end.
 */
async function projectInteractive(
  { store, cache }: ProjectionOptions,
  outcome: Outcome,
  event: CloudEvent,
): Promise<void> {
  const id = event.subject
  const [record, { first }] = await Promise.all([
    store.get(inspectionKey(id)),
    claimOutcome(store, id, outcome, INSPECTION_TTL),
  ])
  const submitted = record === null ? null : submittedFromText(record)
  if (submitted !== null) {
    const at = endedAt(event)
    await Promise.all([
      cache.write(submitted, first, at),
      recordEnd(store, { id, record: submitted.record }, first, at),
    ])
    await clearInFlight(store, submitted.identity, { id, expiresAt: submitted.expiresAt })
  }
  await store.wake(ENDED_CHANNEL, id)
}

interface SubmittedRequest extends CacheKeyParts {
  readonly expiresAt: number
  readonly record: InspectionRecord
}

/** The request of a gateway; null when another producer submitted it. */
function submittedFromText(text: string): SubmittedRequest | null {
  const record = inspectionRecordFromText(text)
  const { operation, identity, url, expiresAt = 0 } = record
  return isAvailable(operation) && identity !== undefined
    ? { operation, identity, url: inspectedUrl(operation, url), expiresAt, record }
    : null
}

/** A result that waited in the log is that much older. */
function endedAt({ attributes: { time = '' } }: CloudEvent): number {
  return Math.min(Date.parse(time) || Date.now(), Date.now())
}
