import { isUnavailable, type Operation } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import { placeOf } from '#shared/messages/deferred.ts'
import type { Inspection } from '#shared/messages/inspection.ts'
import { outcomeRecord } from '#shared/messages/outcome.ts'
import type { Lane, WorkStep } from '#shared/messages/topics.ts'
import { type Admission, admit, hasEnded } from '#shared/pipeline/admission.ts'
import { type Consumer, type ConsumerOptions, runConsumer } from '#shared/pipeline/consumer.ts'
import { deadLetter } from '#shared/pipeline/dead-letter.ts'
import { decoded } from '#shared/pipeline/decoded.ts'
import { type Effect, nothing, publish, wayOf } from '#shared/pipeline/effect.ts'
import { expired, expirySignal, hasExpired } from '#shared/pipeline/expiry.ts'
import { spent } from '#shared/pipeline/internal-error.ts'
import type { Done } from '#shared/pipeline/job.ts'
import { type LaterVersions, makeLaterVersions } from '#shared/pipeline/later-versions.ts'
import { removeLeftovers } from '#shared/pipeline/leftovers.ts'
import { NotYet, untilTurn } from '#shared/pipeline/not-yet.ts'
import { CLAIMED, makeOrigins, type Origins } from '#shared/pipeline/origins.ts'
import { makePublisher, type PublisherOptions } from '#shared/pipeline/publisher.ts'
import { type Attempt, spentAttempt } from '#shared/pipeline/retries.ts'
import { logDefect, settle } from '#shared/pipeline/settle.ts'
import { keyOf, lanesOf, readingOf } from '#shared/pipeline/stage-lanes.ts'
import {
  type Ending,
  makeStageWatch,
  type StageWatch,
  type WatchedTry,
  watchPool,
} from '#shared/pipeline/stage-watch.ts'
import { type AssertMayStore, makeAssertMayStore } from '#shared/pipeline/stored-bytes.ts'
import { untilAvailable } from '#shared/pipeline/until-available.ts'
import type { PoolOptions } from '#shared/pipeline/worker-pool.ts'
import type { EventLog, LogRecord } from '#shared/ports/event-log.ts'
import type { Telemetry } from '#shared/telemetry/telemetry.ts'
import { errorWord } from '#shared/telemetry/tracer.ts'

export interface Work {
  readonly event: CloudEvent
  readonly lane: Lane
  /** Aborted when the inspection expires. */
  readonly signal: AbortSignal
}

/** All a stage is: no broker, no settings, no logger. */
export interface Step {
  /** Name of the stage: `stage` in failures, and its group unless `group` names another. */
  readonly name: string
  readonly group?: string
  readonly input: WorkStep
  /**
   * Whether inspections of an operation are this stage's business; other stages that read the same topic see to the
   * rest. Null stands for what names no operation or is no event at all: one of them has to answer it.
   */
  takes(operation: Operation | null): boolean
  /** Whose turn an event is; null = every event may start at once. */
  keyOf(event: CloudEvent, lane: Lane): string | null
  /** Whether interactive work of the operation runs beside no other of the stage; without it none does. */
  isAlone?(operation: Operation): boolean
  /** What is known of the inspection without judging it, so that any failure can be reported. Never throws. */
  outline(event: CloudEvent, lane: Lane): Inspection
  /**
   * Does the work. A Failure ends the inspection with it; TryLater rests first; NotYet waits for its turn; any other
   * error is tried again, then INTERNAL_ERROR.
   */
  handle(work: Work): Promise<Effect>
}

export interface StageOptions extends PublisherOptions {
  readonly log: EventLog
  readonly logger: Log
  readonly telemetry: Telemetry
  /** What the log is, in the words of traces. */
  readonly system: 'kafka' | 'sqlite'
  readonly pool: PoolOptions
  readonly highWater: number
  /** Accepted inspections that may wait in the interactive lane. */
  readonly queueLimit: number
  /** Batch requests to one host that are held; more are laid by in the frontier. */
  readonly hostHeld: number
  /** How ends of processes are counted. */
  readonly ends: NonNullable<ConsumerOptions['ends']>
  /** Tries of work that fails unexpectedly. */
  readonly tries: number
  /** Milliseconds that an event of a later version than this program knows waits for an update. */
  readonly laterVersionMs: number
}

/** Runs a step over both lanes of its input until it is drained. */
export async function runStage(step: Step, options: StageOptions): Promise<Consumer> {
  const publisher = makePublisher(options)
  const watch = makeStageWatch(step.name, options.telemetry, options.system)
  let isOver = false
  const admitted = new WeakMap<LogRecord, number>()
  const worker = {
    step,
    options,
    publisher,
    origins: makeOrigins(options.store),
    assertMayStore: makeAssertMayStore(options.store),
    later: makeLaterVersions(step.input, options.laterVersionMs, options.logger),
    watch,
    admitted,
    isOver: () => isOver,
  }
  const { metrics } = options.telemetry
  const consumer = await runConsumer({
    ...options,
    metrics,
    group: step.group ?? step.name,
    lanes: lanesOf(step, options, options.log),
    ...readingOf(step),
    work: (record, lane, count, began) => workOn(worker, record, lane, { count, began }),
    spent: (record, lane) => workOn(worker, record, lane, spentAttempt(options.tries)),
  })
  watchPool(step.group ?? step.name, consumer, options.pool, metrics)
  return {
    ...consumer,
    async drain(graceMs) {
      await consumer.drain(graceMs)
      isOver = true
    },
  }
}

interface Worker {
  readonly step: Step
  readonly options: StageOptions
  readonly publisher: ReturnType<typeof makePublisher>
  readonly watch: StageWatch
  readonly origins: Origins
  readonly assertMayStore: AssertMayStore
  readonly later: LaterVersions
  /** Batch requests that were asked about, and when: one that waits for its turn need not be asked about each time. */
  readonly admitted: WeakMap<LogRecord, number>
  /** The stage has left its groups: what still runs is done again by whoever comes next, so it has no outcome here. */
  isOver(): boolean
}

const handedBack: Ending = { done: { againInMs: 0 }, way: 'retried', code: null }

async function workOn(worker: Worker, record: LogRecord, lane: Lane, attempt: Attempt): Promise<Done> {
  const read = decoded(record)
  if ('reason' in read) return worker.step.takes(null) ? bury(worker, record, read.reason) : 'done'
  const inspection = worker.step.outline(read.event, lane)
  if (!worker.step.takes(inspection.operation)) return 'done'
  // Feeders write to the topic of the batch part: what only that may say is believed of nobody else.
  const isRequest = worker.step.input === 'inspection.requested' && lane === 'batch'
  const event = isRequest ? await worker.origins.trusted(record, read.event) : read.event
  if (event === null) return bury(worker, record, CLAIMED)
  const told = worker.step.outline(event, lane)
  const rest = worker.later(record, event, told, attempt)
  if (rest !== null)
    return typeof rest === 'object' && 'reason' in rest ? bury(worker, record, rest.reason) : rest
  return workOnEvent(worker, record, event, attempt, told)
}

async function workOnEvent(
  worker: Worker,
  record: LogRecord,
  event: CloudEvent,
  attempt: Attempt,
  inspection: Inspection,
): Promise<Done> {
  const watched = worker.watch.begin(record, event, inspection)
  try {
    const ending = await endingOf(worker, record, watched, attempt)
    watched.end(ending)
    return await removeLeftovers(worker.options.objects, event, ending)
  } catch (error) {
    // Not watched: it did nothing, and does that as often as it has to.
    if (error instanceof NotYet)
      return untilTurn(error, inspection, keyOf(worker.step, record, inspection.lane))
    watched.end({ way: 'retried', code: errorWord(error) })
    throw error
  }
}

async function endingOf(
  worker: Worker,
  record: LogRecord,
  { event, inspection }: Pick<WatchedTry, 'event' | 'inspection'>,
  attempt: Attempt,
): Promise<Ending> {
  try {
    const effect = await handle(worker, record, { event, inspection }, attempt)
    if (worker.isOver()) return handedBack
    await publish(worker.publisher, inspection, effect)
    return { done: 'done', way: wayOf(effect), code: null }
  } catch (error) {
    if (worker.isOver()) return handedBack
    const cause = hasExpired(inspection) ? expired(inspection, event, record) : error
    if (cause instanceof NotYet) throw cause
    return settle(worker, inspection, cause, attempt).catch(async (unanswered: unknown) => {
      if (isUnavailable(unanswered) || attempt.count + 1 < worker.options.tries) throw unanswered
      logDefect(worker, inspection, unanswered, 'a failure could not be answered')
      const done = await bury(worker, record, 'the failure of this request could not be answered')
      return { done, way: 'buried', code: 'INTERNAL_ERROR' }
    })
  }
}

/** What nobody can be told is kept where people look for it, and holds up nothing. */
async function bury({ publisher, watch }: Worker, record: LogRecord, reason: string): Promise<Done> {
  watch.buried()
  await publisher.append([deadLetter(record, reason)])
  return 'done'
}

async function handle(
  worker: Worker,
  record: LogRecord,
  { event, inspection }: Pick<WatchedTry, 'event' | 'inspection'>,
  { isSpent }: Attempt,
): Promise<Effect> {
  const { step } = worker
  const admission = await admissionOf(worker, record, { event, inspection })
  if (admission === 'drop') return nothing
  if (admission !== 'work') return { next: [outcomeRecord(inspection, admission.outcome)] }
  if (isSpent) throw spent(inspection)
  if (step.input === 'inspection.requested') await worker.assertMayStore(inspection.tenant)
  if (hasExpired(inspection)) throw expired(inspection, event, record)
  return step.handle({ event, lane: inspection.lane, signal: expirySignal(inspection) })
}

/** A record that lies so long may be of an inspection that has ended, and one that waits so long for its turn stand behind a later lease. */
const ASK_AGAIN_MS = 60_000

/**
 * Asked before anything is judged, expiry included: a repeat has no outcome of its own. Where a request stands in the
 * log is the same for a redelivery, another for a repeat. What later stages read is asked about when it is old alone:
 * until then the store has the outcome, should there be one, and that wins.
 */
async function admissionOf(
  { step, admitted, origins, options: { store, batchResultTtl } }: Worker,
  record: LogRecord,
  { event, inspection }: Pick<WatchedTry, 'event' | 'inspection'>,
): Promise<Admission> {
  if (inspection.lane !== 'batch') return 'work'
  const now = Date.now()
  if (step.input !== 'inspection.requested') {
    const isOld = now - record.timestamp > Math.min(ASK_AGAIN_MS, (batchResultTtl * 1000) / 2)
    return isOld && (await untilAvailable(() => hasEnded(store, inspection.id))) ? 'drop' : 'work'
  }
  if (now - (admitted.get(record) ?? 0) < ASK_AGAIN_MS) return 'work'
  const request = { inspection, position: placeOf(record), lease: await origins.lease(record, event) }
  const admission = await untilAvailable(() => admit(store, request))
  if (admission === 'work') admitted.set(record, now)
  return admission
}
