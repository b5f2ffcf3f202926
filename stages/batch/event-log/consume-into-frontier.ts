import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { type Consumer, type ConsumerOptions, runConsumer } from '#shared/consumer/consumer.ts'
import type { WorkResult } from '#shared/consumer/pool/job.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { deadLetterRecord } from '#shared/messages/events/dead-letter.ts'
import { DEAD_LETTER } from '#shared/messages/topics.ts'
import type { EventLog, LogRecord } from '#shared/ports/event-log.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import { type MicroBatcher, makeMicroBatcher } from './micro-batcher.ts'

export interface FrontierConsumerOptions {
  readonly log: EventLog
  readonly logger: Log
  readonly metrics: Metrics
  readonly poisonPills?: ConsumerOptions['poisonPills']
}

interface Consumption extends FrontierConsumerOptions {
  readonly group: string
  readonly topics: readonly string[]
  /** Records under way at the same time. */
  readonly slots: number
  isUnrelated(record: LogRecord): boolean
  /** Resolves once the frontier has what the record says. */
  store(record: LogRecord): Promise<void>
}

/** Outcomes have up to 256 KiB each. */
const HIGH_WATER = 400
const GROUP_SIZE = 200
const GROUP_MS = 20
const RETRY_MS = 1000

/** Consumes records of the batch lane. A record is committed once it is stored; while that is unavailable, it is retried. */
export function consumeIntoFrontier({ topics, slots, store, ...options }: Consumption): Promise<Consumer> {
  return runConsumer({
    ...options,
    highWater: HIGH_WATER,
    lanes: [{ lane: 'batch', topics }],
    pool: { slots, reserved: 0, limits: { perKey: 1 } },
    concurrencyKeyOf: () => null,
    onPoisonPill: (record) => skipPoisonPill(record, options),
    async process(record) {
      try {
        await store(record)
        return 'done'
      } catch (err) {
        if (!isUnavailable(err)) throw err
        return { retryAfterMs: RETRY_MS }
      }
    },
  })
}

/** Gathers what the frontier takes in groups. */
export function inGroups<T>(process: (group: readonly T[]) => Promise<void>): MicroBatcher<T> {
  return makeMicroBatcher<T>({ maxSize: GROUP_SIZE, waitMs: GROUP_MS, process })
}

/** Writes a record that ended the process repeatedly to the dead letters, unless it comes from there. */
async function skipPoisonPill(
  record: LogRecord,
  { log, logger }: Pick<FrontierConsumerOptions, 'log' | 'logger'>,
): Promise<WorkResult> {
  const { topic, partition, offset } = record
  logger.error({ topic, partition, offset }, 'a record that ended the process repeatedly is skipped')
  if (topic === DEAD_LETTER) return 'done'
  const dead = deadLetterRecord(record, 'the service stopped each time it worked on this record')
  return retryWhileUnavailable(() => log.append([dead])).then(() => 'done')
}
