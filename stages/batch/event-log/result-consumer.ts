import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { type Consumer, type ConsumerOptions, runConsumer } from '#shared/consumer/consumer.ts'
import type { WorkResult } from '#shared/consumer/pool/job.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { BATCHES } from '#shared/messages/consumer-groups.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import { deadLetterRecord } from '#shared/messages/events/dead-letter.ts'
import { decodeRecord } from '#shared/messages/events/decode-record.ts'
import { outcomeOf } from '#shared/messages/events/outcome.ts'
import { DEAD_LETTER, DEFERRED, workTopic } from '#shared/messages/topics.ts'
import type { EventLog, LogRecord } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { makeRequestVerifier, type RequestVerifier } from '#shared/stage/middleware/verify-request.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import { type Completion, type Frontier, parseInspectionId } from '../frontier/frontier.ts'
import { deferRequest } from './defer-request.ts'
import { type MicroBatcher, makeMicroBatcher } from './micro-batcher.ts'

export interface ResultConsumerOptions {
  readonly frontier: Pick<Frontier, 'batch' | 'defer' | 'complete'>
  readonly log: EventLog
  /** Holds the first request of each id. */
  readonly store: KeyValues
  readonly logger: Log
  readonly metrics: Metrics
  /** Of `batchesTopics`. */
  readonly topics: readonly string[]
  readonly poisonPills?: ConsumerOptions['poisonPills']
  /** Returns a value from the object store. Null when it is not stored any more. */
  readValue(dataref: string): Promise<string | null>
}

/** Outcomes have up to 256 KiB each. */
const HIGH_WATER = 400
const SLOTS = 800
const GROUP_SIZE = 200
const GROUP_MS = 20
const RETRY_MS = 1000

/**
 * Consumes the topics of batches into the frontier: outcomes of inspections, and deferred requests. A dead
 * letter of a batch completes its item with a failure, since nothing else would. A record is committed once
 * the frontier has it on disk; while the disk is full, the record is retried.
 */
export function startResultConsumer(options: ResultConsumerOptions): Promise<Consumer> {
  const { frontier, log, logger } = options
  const context = { ...options, verifier: makeRequestVerifier(options.store) }
  const limits = { maxSize: GROUP_SIZE, waitMs: GROUP_MS }
  const complete = makeMicroBatcher<Completion>({ ...limits, process: (group) => frontier.complete(group) })
  const defer = makeMicroBatcher<LogRecord>({ ...limits, process: (group) => frontier.defer(group) })
  return runConsumer({
    log,
    logger,
    group: BATCHES,
    highWater: HIGH_WATER,
    lanes: [{ lane: 'batch', topics: options.topics }],
    poisonPills: options.poisonPills,
    metrics: options.metrics,
    pool: { slots: SLOTS, reserved: 0, limits: { perKey: 1 } },
    isUnrelated,
    concurrencyKeyOf: () => null,
    onPoisonPill: (record) => skipPoisonPill(record, options),
    async process(record) {
      try {
        await (record.topic === DEFERRED
          ? deferRequest(record, { ...context, defer })
          : completeItem(record, context, complete))
        return 'done'
      } catch (err) {
        if (!isUnavailable(err)) throw err
        return { retryAfterMs: RETRY_MS }
      }
    },
  })
}

/** Writes a record that ended the process repeatedly to the dead letters, unless it comes from there. */
export async function skipPoisonPill(
  record: LogRecord,
  { log, logger }: Pick<ResultConsumerOptions, 'log' | 'logger'>,
): Promise<WorkResult> {
  const { topic, partition, offset } = record
  logger.error({ topic, partition, offset }, 'a record that ended the process repeatedly is skipped')
  if (topic === DEAD_LETTER) return 'done'
  const dead = deadLetterRecord(record, 'the service stopped each time it worked on this record')
  return retryWhileUnavailable(() => log.append([dead])).then(() => 'done')
}

/**
 * Requests of external producers name no lane: a deferred request belongs to the batch lane, and a dead
 * letter names its topic.
 */
function isUnrelated({ topic, headers }: LogRecord): boolean {
  if (topic === DEFERRED) return false
  if (topic === DEAD_LETTER) return headers.pp_topic?.toString().endsWith('.batch') !== true
  return headers.ce_lane?.toString() !== 'batch'
}

async function completeItem(
  record: LogRecord,
  options: ResultConsumerOptions & { readonly verifier: RequestVerifier },
  complete: MicroBatcher<Completion>,
): Promise<void> {
  const decoded = decodeRecord(record)
  if ('reason' in decoded) return
  const { event } = decoded
  if (record.topic !== DEAD_LETTER) return complete(await toCompletion(record, event, options))
  const isRequest = isOfRequestTopic(record)
  // A request that only claims to be an item of a batch completes nothing.
  if (isRequest && (await options.verifier.verify(record, event)) === null) return
  // The id of a request is the id of its inspection. Later events name it as their subject.
  await complete({ id: isRequest ? event.id : event.subject, outcome: null })
}

function isOfRequestTopic({ headers }: LogRecord): boolean {
  return headers.pp_topic?.toString() === workTopic('inspection.requested', 'batch')
}

async function toCompletion(
  record: LogRecord,
  event: CloudEvent,
  options: ResultConsumerOptions,
): Promise<Completion> {
  const outcome = outcomeOf(record, event)
  const completion = { id: event.subject, outcome }
  const { dataref } = outcome
  if (dataref === null || !(await belongsToCrawl(event.subject, options))) return completion
  const value = await options.readValue(dataref)
  return value === null ? completion : { ...completion, value }
}

async function belongsToCrawl(id: string, { frontier }: ResultConsumerOptions): Promise<boolean> {
  const named = parseInspectionId(id)
  const batch = named && (await frontier.batch(named.batch))
  return batch !== null && batch.crawl !== null
}
