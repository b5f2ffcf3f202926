import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { type Consumer, type ConsumerOptions, runConsumer } from '#shared/consumer/consumer.ts'
import type { WorkResult } from '#shared/consumer/pool/job.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import { BATCHES, batchesTopics } from '#shared/messages/consumer-groups.ts'
import { deadLetterRecord } from '#shared/messages/dead-letter.ts'
import { decodeRecord } from '#shared/messages/decode-record.ts'
import { logPosition } from '#shared/messages/deferred.ts'
import { describeRequest } from '#shared/messages/inspection-requested.ts'
import { outcomeOf } from '#shared/messages/outcome.ts'
import { isItemId } from '#shared/messages/seal.ts'
import { DEAD_LETTER, DEFERRED, workTopic } from '#shared/messages/topics.ts'
import type { EventLog, LogRecord } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { checkDuplicate } from '#shared/stage/middleware/deduplicate.ts'
import {
  FORGED_ITEM_ID,
  makeRequestVerifier,
  type RequestVerifier,
} from '#shared/stage/middleware/request-verifier.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import { type Bulk, makeBulk } from './bulk.ts'
import type { Ending, Frontier } from './frontier.ts'
import { itemNamed } from './inspection-id.ts'

export interface IngestOptions {
  readonly frontier: Pick<Frontier, 'batch' | 'defer' | 'end'>
  readonly log: EventLog
  /** Knows the first request of each id. */
  readonly store: KeyValues
  readonly logger: Log
  readonly metrics: Metrics
  readonly ends?: ConsumerOptions['poisonPills']
  /** The value that lies in the object store; null when it is not there any more. */
  readValue(dataref: string): Promise<string | null>
}

/** Outcomes are up to 256 KiB each. */
const HIGH_WATER = 400
const SLOTS = 800
const GROUP = 200
const GROUP_MS = 20
const RETRY_MS = 1000

/**
 * Takes what the log says of batches into the frontier: how inspections ended, and requests that were laid by. One that
 * lies among the dead letters ends as a failure, since nobody else ends it. A record counts as done once the frontier has
 * it on disk; while that is full, it comes again.
 */
export function startIngest(options: IngestOptions): Promise<Consumer> {
  const { frontier, log, logger } = options
  const asked = { ...options, origins: makeRequestVerifier(options.store) }
  const limits = { most: GROUP, waitMs: GROUP_MS }
  const end = makeBulk<Ending>({ ...limits, work: (group) => frontier.end(group) })
  const defer = makeBulk<LogRecord>({ ...limits, work: (group) => frontier.defer(group) })
  return runConsumer({
    log,
    logger,
    group: BATCHES,
    highWater: HIGH_WATER,
    lanes: [{ lane: 'batch', topics: batchesTopics }],
    poisonPills: options.ends,
    metrics: options.metrics,
    pool: { slots: SLOTS, reserved: 0, limits: { perKey: 1 } },
    isUnrelated,
    concurrencyKeyOf: () => null,
    onPoisonPill: (record) => pass(record, options),
    async process(record) {
      try {
        await (record.topic === DEFERRED ? layBy(record, asked, defer) : take(record, asked, end))
        return 'done'
      } catch (err) {
        if (!isUnavailable(err)) throw err
        return { retryAfterMs: RETRY_MS }
      }
    },
  })
}

/** What ended the process again and again is named among the dead letters, unless it comes from there. */
async function pass(record: LogRecord, { log, logger }: IngestOptions): Promise<WorkResult> {
  const { topic, partition, offset } = record
  logger.error({ topic, partition, offset }, 'a record that ended the process again and again is left out')
  if (topic === DEAD_LETTER) return 'done'
  const dead = deadLetterRecord(record, 'the service stopped each time it worked on this record')
  return retryWhileUnavailable(() => log.append([dead])).then(() => 'done')
}

/** The requests of feeders name no lane: what was laid by is of batches, and a dead letter says where it was. */
function isUnrelated({ topic, headers }: LogRecord): boolean {
  if (topic === DEFERRED) return false
  if (topic === DEAD_LETTER) return headers.pp_topic?.toString().endsWith('.batch') !== true
  return headers.ce_lane?.toString() !== 'batch'
}

/** A repeat has no outcome of its own: in the frontier it would wait for one for ever, and others behind it. */
async function layBy(
  record: LogRecord,
  { store, log, origins }: IngestOptions & { readonly origins: RequestVerifier },
  defer: Bulk<LogRecord>,
): Promise<void> {
  const read = decodeRecord(record)
  if ('reason' in read) return
  // Items of batches are never laid by: this one only claims to be one.
  if (isItemId(read.event.id)) return log.append([deadLetterRecord(record, FORGED_ITEM_ID)])
  const inspection = describeRequest(read.event, 'batch')
  const lease = await origins.lease(record, read.event)
  const admission = await checkDuplicate(store, { inspection, position: logPosition(record), lease })
  if (admission === 'work') await defer(record)
}

async function take(
  record: LogRecord,
  options: IngestOptions & { readonly origins: RequestVerifier },
  end: Bulk<Ending>,
): Promise<void> {
  const read = decodeRecord(record)
  if ('reason' in read) return
  const { event } = read
  if (record.topic !== DEAD_LETTER) return end(await endingOf(record.topic, event, options))
  // Of a request that only claimed to be an item nothing ends.
  if (isOfRequests(record) && (await options.origins.verify(record, event)) === null) return
  await end(unanswered(record, event))
}

/** The id of a request is the inspection's; whatever comes of it names that as its subject. */
function unanswered(record: LogRecord, { id, subject }: CloudEvent): Ending {
  return { id: isOfRequests(record) ? id : subject, outcome: null }
}

function isOfRequests({ headers }: LogRecord): boolean {
  return headers.pp_topic?.toString() === workTopic('inspection.requested', 'batch')
}

async function endingOf(topic: string, event: CloudEvent, options: IngestOptions): Promise<Ending> {
  const outcome = outcomeOf(topic, event)
  const ending = { id: event.subject, outcome }
  const { dataref } = outcome
  if (dataref === null || !(await isOfCrawl(event.subject, options))) return ending
  const value = await options.readValue(dataref)
  return value === null ? ending : { ...ending, value }
}

async function isOfCrawl(id: string, { frontier }: IngestOptions): Promise<boolean> {
  const named = itemNamed(id)
  const batch = named && (await frontier.batch(named.batch))
  return batch !== null && batch.crawl !== null
}
