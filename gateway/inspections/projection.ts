import { type Consumer, type ConsumerOptions, runConsumer } from '#shared/consumer/consumer.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { PROJECTION } from '#shared/messages/consumer-groups.ts'
import { outcomeFromText } from '#shared/messages/events/outcome.ts'
import { type EndedInspection, endedOf } from '#shared/messages/payloads/ended.ts'
import { ENDED } from '#shared/messages/topics.ts'
import { isAvailable } from '#shared/operations/parameters.ts'
import { inspectedUrl } from '#shared/operations/rendered.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { type InspectionRecord, inspectionRecordFromText } from '#shared/store/inspection-record.ts'
import { ENDED_CHANNEL, inspectionKey, outcomeKey } from '#shared/store/keys.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import type { AnswerCache, CacheKeyParts } from './answer-cache.ts'
import { recordEnd } from './history.ts'
import type { ResultWaiter } from './result-waiter.ts'
import { clearInFlight } from './single-flight.ts'

export interface ProjectionOptions {
  readonly log: EventLog
  readonly store: ResultStore
  readonly cache: AnswerCache
  /** The callers of this gateway. */
  readonly waiter: Pick<ResultWaiter, 'resolve'>
  readonly logger: Log
  readonly highWater: number
  readonly metrics: Metrics
  readonly ends?: ConsumerOptions['poisonPills']
}

const SLOTS = 64
const RETRY_MS = 500

/**
 * Projects the ends of interactive inspections on the log into the store, then wakes the waiting callers. All gateways form
 * one consumer group. The stage that ended an inspection has stored its outcome first.
 */
export function runProjection(options: ProjectionOptions): Promise<Consumer> {
  return runConsumer({
    ...options,
    group: PROJECTION,
    lanes: [{ lane: 'interactive', topics: [ENDED] }],
    pool: { slots: SLOTS, reserved: 0, limits: { perKey: 1 } },
    isUnrelated: () => false,
    concurrencyKeyOf: () => null,
    async onPoisonPill({ topic, partition, offset }) {
      const about = { topic, partition, offset }
      options.logger.error(about, 'skipped an end that crashed the process repeatedly')
      return 'done'
    },
    async process(record) {
      const ended = endedOf(record)
      if (ended === null) return 'done'
      try {
        await project(options, ended)
        return 'done'
      } catch (err) {
        if (isUnavailable(err)) return { retryAfterMs: RETRY_MS }
        options.logger.error({ err, topic: record.topic }, 'skipped an end that cannot be stored')
        return 'done'
      }
    },
  })
}

/**
 * Writes the cache before it ends the in-flight entry, so that a request finds one or the other. Wakes callers last:
 * one that asks again finds the cached result, and a list shows the end. An outcome that the store dropped is not cached.
 */
async function project(
  { store, cache, waiter }: ProjectionOptions,
  { id, at, code }: EndedInspection,
): Promise<void> {
  const [record, text] = await store.getMany([inspectionKey(id), outcomeKey(id)])
  const outcome = typeof text === 'string' ? outcomeFromText(text) : null
  const submitted = typeof record === 'string' ? submittedFromText(record) : null
  if (submitted !== null) {
    await Promise.all([
      outcome !== null && cache.write(submitted, outcome, at),
      recordEnd(store, { id, record: submitted.record }, { at, code }),
    ])
    await clearInFlight(store, submitted.identity, { id, expiresAt: submitted.expiresAt })
  }
  if (outcome !== null) waiter.resolve(id, outcome)
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
