import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { type Consumer, type ConsumerOptions, runConsumer } from '#shared/consumer/consumer.ts'
import type { WorkResult } from '#shared/consumer/pool/job.ts'
import { isUnavailable } from '#shared/errors.ts'
import { isObject } from '#shared/is-object.ts'
import type { Log } from '#shared/log.ts'
import { BATCHES, batchesTopics } from '#shared/messages/consumer-groups.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import { deadLetterRecord } from '#shared/messages/events/dead-letter.ts'
import { decodeRecord } from '#shared/messages/events/decode-record.ts'
import { outcomeOf } from '#shared/messages/events/outcome.ts'
import { isItemId } from '#shared/messages/events/seal.ts'
import { parseJson } from '#shared/messages/json.ts'
import { restingOf } from '#shared/messages/payloads/host-resting.ts'
import { admittedId, withAdmittedId } from '#shared/messages/request-ids.ts'
import { DEAD_LETTER, DEFERRED, RESTING, workTopic } from '#shared/messages/topics.ts'
import type { EventLog, EventReader, LogRecord } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { admitRequest, NO_FREE_ID } from '#shared/stage/admit-request.ts'
import {
  FORGED_ITEM_ID,
  makeRequestVerifier,
  type RequestVerifier,
} from '#shared/stage/middleware/verify-request.ts'
import { endItems, type ItemLifetimes } from '#shared/store/batch-items.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import { type Completion, type Frontier, parseInspectionId } from '../frontier/frontier.ts'
import { makeFactsLoader } from './load-facts.ts'
import { type MicroBatcher, makeMicroBatcher } from './micro-batcher.ts'

export interface ResultConsumerOptions {
  readonly log: EventLog
  readonly logger: Log
  readonly metrics: Metrics
  readonly poisonPills?: ConsumerOptions['poisonPills']
  readonly frontier: Pick<Frontier, 'batch' | 'defer' | 'complete'>
  /** Reads the facts of items. */
  readonly events: Pick<EventReader, 'bounds' | 'read'>
  /** Holds the first request of each id, and outcomes of items until their ends are recorded. */
  readonly store: KeyValues
  readonly lifetimes: ItemLifetimes
  /** Returns a value from the object store. Null when it is not stored any more. */
  readValue(dataref: string): Promise<string | null>
}

/** Records under way at the same time. */
const SLOTS = 800
/** Outcomes have up to 256 KiB each. */
const HIGH_WATER = 400
/** What the frontier takes together. */
const GROUPS = { maxSize: 200, waitMs: 20 }
const RETRY_MS = 1000
/** An ending waits this long for the store; then its record is repeated, and does not know the number of its result line any more. */
const STORE_MAX_WAIT_MS = 10_000

/**
 * Consumes the topics of batches into the frontier: outcomes of inspections, deferred requests, and hosts that rest. A dead
 * letter of a batch completes its item with a failure, since nothing else would. A record is committed once
 * the frontier has it on disk; while the disk is full, the record is retried.
 */
export function startResultConsumer(options: ResultConsumerOptions): Promise<Consumer> {
  const { log, logger, metrics, poisonPills } = options
  const store = storeInto(options)
  return runConsumer({
    ...{ log, logger, metrics, isUnrelated, group: BATCHES, highWater: HIGH_WATER },
    ...(poisonPills !== undefined && { poisonPills }),
    lanes: [{ lane: 'batch', topics: batchesTopics }],
    pool: { slots: SLOTS, reserved: 0, limits: { perKey: 1 } },
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

/** Returns the function that resolves once the frontier has what a record says. */
function storeInto(options: ResultConsumerOptions): (record: LogRecord) => Promise<void> {
  const { frontier } = options
  const context = { ...options, verifier: makeRequestVerifier(options.store) }
  const loadFacts = makeFactsLoader(options)
  const complete = makeMicroBatcher<Completion>({
    ...GROUPS,
    process: (group) => recordEndings(options, loadFacts, group),
  })
  const defer = makeMicroBatcher<LogRecord>({ ...GROUPS, process: (group) => frontier.defer(group) })
  return async (record) => {
    if (record.topic === DEFERRED) await deferRequest(record, { ...context, defer })
    else if (record.topic === RESTING) await restHost(record, complete)
    else await completeItem(record, context, complete)
  }
}

/**
 * Completes items in the frontier, and then removes what the store has of them: in this order, so that the store has an outcome
 * until it is recorded. Endings that were recorded before are removed again: the process may have ended in between.
 */
async function recordEndings(
  { frontier, store, lifetimes }: ResultConsumerOptions,
  loadFacts: ReturnType<typeof makeFactsLoader>,
  group: readonly Completion[],
): Promise<void> {
  const ended = await frontier.complete(await loadFacts(group))
  const known = new Set(ended.map(({ id }) => id))
  const others = group.filter(({ id, restsUntil }) => restsUntil === undefined && !known.has(id))
  const items = [...ended, ...others.map(({ id }) => ({ id }))]
  await retryWhileUnavailable(() => endItems(store, items, lifetimes), { maxWaitMs: STORE_MAX_WAIT_MS })
}

/** Writes a record that ended the process repeatedly to the dead letters, unless it comes from there. */
async function skipPoisonPill(
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
  if (topic === DEFERRED || topic === RESTING) return false
  if (topic === DEAD_LETTER) return headers.pp_topic?.toString().endsWith('.batch') !== true
  return headers.ce_lane?.toString() !== 'batch'
}

async function restHost(record: LogRecord, complete: MicroBatcher<Completion>): Promise<void> {
  const resting = restingOf(record)
  if (resting !== null) await complete({ id: resting.id, outcome: null, restsUntil: resting.until })
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
  const url = isRequest ? outcomeUrl(event.json ?? '') : null
  await complete({ id: isRequest ? admittedId(record, event) : event.subject, url, outcome: null })
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
  const completion = { id: event.subject, url: outcomeUrl(outcome.json), outcome }
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

export interface DeferOptions {
  readonly log: Pick<EventLog, 'append'>
  /** Holds the first request of each id. */
  readonly store: KeyValues
  readonly verifier: Pick<RequestVerifier, 'lease'>
  /** Stores a request in the frontier. */
  defer(record: LogRecord): Promise<void>
}

/**
 * Stores a deferred request, unless it is a duplicate. A duplicate gets no outcome of its own: in the
 * frontier it would wait for ever, and block others. Rejects with `SERVICE_UNAVAILABLE`.
 */
export async function deferRequest(
  record: LogRecord,
  { store, log, verifier, defer }: DeferOptions,
): Promise<void> {
  const decoded = decodeRecord(record)
  if ('reason' in decoded) return
  // Items of batches are never deferred: this request only claims to be one.
  if (isItemId(decoded.event.id)) {
    await log.append([deadLetterRecord(record, FORGED_ITEM_ID)])
    return
  }
  const admission = await admitRequest(store, verifier, record, decoded.event)
  if (admission === null) await log.append([deadLetterRecord(record, NO_FREE_ID)])
  else if (admission.decision === 'work') await defer(withAdmittedId(record, decoded.event, admission.id))
}

/** Where the text of a result begins. Within a text, its quotation marks would be escaped. */
const RESULT = ',"result":'

/**
 * Returns the URL that the value of an outcome names, or of a request by its parameters; null when it names none. Of a result only
 * what stands before its text is read: the rest may be long.
 */
export function outcomeUrl(json: string): string | null {
  const end = json.indexOf(RESULT)
  const head = end === -1 ? undefined : urlIn(parseJson(`${json.slice(0, end)}}`))
  return head ?? urlIn(parseJson(json)) ?? null
}

function urlIn(value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const { url, parameters } = value
  if (typeof url === 'string') return url
  return isObject(parameters) && typeof parameters.url === 'string' ? parameters.url : undefined
}
