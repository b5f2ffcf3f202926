import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { type CloudEvent, fromRecord } from '#shared/messages/cloud-event.ts'
import { placeOf } from '#shared/messages/deferred.ts'
import { requestOutline } from '#shared/messages/inspection-requested.ts'
import { outcomeOf } from '#shared/messages/outcome.ts'
import { DEFERRED } from '#shared/messages/topics.ts'
import { admit } from '#shared/pipeline/admission.ts'
import { type Consumer, runConsumer } from '#shared/pipeline/consumer.ts'
import { BATCHES, batchesTopics } from '#shared/pipeline/stage-groups.ts'
import type { EventLog, LogRecord } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { type Bulk, makeBulk } from './bulk.ts'
import type { Ending, Frontier } from './frontier.ts'
import { itemNamed } from './inspection-id.ts'

export interface IngestOptions {
  readonly frontier: Pick<Frontier, 'batch' | 'defer' | 'end'>
  readonly log: EventLog
  /** Knows the first request of each id. */
  readonly store: KeyValues
  readonly logger: Log
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
 * Takes what the log says of batches into the frontier: how inspections ended, and requests that were laid by. A record
 * counts as done once the frontier has it on disk; while that is full, it comes again.
 */
export function startIngest(options: IngestOptions): Promise<Consumer> {
  const { frontier, log, logger } = options
  const limits = { most: GROUP, waitMs: GROUP_MS }
  const end = makeBulk<Ending>({ ...limits, work: (group) => frontier.end(group) })
  const defer = makeBulk<LogRecord>({ ...limits, work: (group) => frontier.defer(group) })
  return runConsumer({
    log,
    logger,
    group: BATCHES,
    highWater: HIGH_WATER,
    lanes: [{ lane: 'batch', topics: batchesTopics }],
    pool: { slots: SLOTS, reserved: 0, manners: { perKey: 1 } },
    isForeign: (record) => record.topic !== DEFERRED && record.headers.ce_lane?.toString() !== 'batch',
    keyOf: () => null,
    async work(record) {
      try {
        await (record.topic === DEFERRED ? layBy(record, options, defer) : take(record, options, end))
        return 'done'
      } catch (err) {
        if (!isUnavailable(err)) throw err
        return { againInMs: RETRY_MS }
      }
    },
  })
}

/** A repeat has no outcome of its own: in the frontier it would wait for one for ever, and others behind it. */
async function layBy(record: LogRecord, { store }: IngestOptions, defer: Bulk<LogRecord>): Promise<void> {
  const decoded = fromRecord(record)
  if ('reason' in decoded) return
  if (await admit(store, requestOutline(decoded.event, 'batch'), placeOf(record))) await defer(record)
}

async function take(record: LogRecord, options: IngestOptions, end: Bulk<Ending>): Promise<void> {
  const decoded = fromRecord(record)
  if ('reason' in decoded) return
  await end(await endingOf(record.topic, decoded.event, options))
}

async function endingOf(topic: string, event: CloudEvent, options: IngestOptions): Promise<Ending> {
  const ending = { id: event.subject, outcome: outcomeOf(topic, event) }
  const { dataref } = ending.outcome
  if (dataref === null || !(await isOfCrawl(event.subject, options))) return ending
  const value = await options.readValue(dataref)
  return value === null ? ending : { ...ending, value }
}

async function isOfCrawl(id: string, { frontier }: IngestOptions): Promise<boolean> {
  const named = itemNamed(id)
  const batch = named && (await frontier.batch(named.batch))
  return batch !== null && batch.crawl !== null
}
