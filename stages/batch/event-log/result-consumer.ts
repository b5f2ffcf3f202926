import type { Consumer } from '#shared/consumer/consumer.ts'
import { BATCHES, batchesTopics } from '#shared/messages/consumer-groups.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import { decodeRecord } from '#shared/messages/events/decode-record.ts'
import { restingOf } from '#shared/messages/events/host-resting.ts'
import { outcomeOf } from '#shared/messages/events/outcome.ts'
import { DEAD_LETTER, DEFERRED, RESTING, workTopic } from '#shared/messages/topics.ts'
import type { EventReader, LogRecord } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { makeRequestVerifier, type RequestVerifier } from '#shared/stage/middleware/verify-request.ts'
import { type Completion, type Frontier, parseInspectionId } from '../frontier/frontier.ts'
import { consumeIntoFrontier, type FrontierConsumerOptions, inGroups } from './consume-into-frontier.ts'
import { deferRequest } from './defer-request.ts'
import { makeFactsLoader } from './load-facts.ts'
import type { MicroBatcher } from './micro-batcher.ts'
import { outcomeUrl } from './outcome-url.ts'

export interface ResultConsumerOptions extends FrontierConsumerOptions {
  readonly frontier: Pick<Frontier, 'batch' | 'defer' | 'complete'>
  /** Reads the facts of items. */
  readonly events: Pick<EventReader, 'bounds' | 'read'>
  /** Holds the first request of each id. */
  readonly store: KeyValues
  /** Returns a value from the object store. Null when it is not stored any more. */
  readValue(dataref: string): Promise<string | null>
}

const SLOTS = 800

/**
 * Consumes the topics of batches into the frontier: outcomes of inspections, deferred requests, and hosts that rest. A dead
 * letter of a batch completes its item with a failure, since nothing else would. A record is committed once
 * the frontier has it on disk; while the disk is full, the record is retried.
 */
export function startResultConsumer(options: ResultConsumerOptions): Promise<Consumer> {
  const { frontier, log, logger, metrics, poisonPills } = options
  const context = { ...options, verifier: makeRequestVerifier(options.store) }
  const loadFacts = makeFactsLoader(options)
  const complete = inGroups<Completion>(async (group) => frontier.complete(await loadFacts(group)))
  const defer = inGroups<LogRecord>((group) => frontier.defer(group))
  return consumeIntoFrontier({
    ...{ log, logger, metrics, isUnrelated, topics: batchesTopics, group: BATCHES, slots: SLOTS },
    ...(poisonPills !== undefined && { poisonPills }),
    async store(record) {
      if (record.topic === DEFERRED) await deferRequest(record, { ...context, defer })
      else if (record.topic === RESTING) await restHost(record, complete)
      else await completeItem(record, context, complete)
    },
  })
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
  await complete({ id: isRequest ? event.id : event.subject, url, outcome: null })
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
