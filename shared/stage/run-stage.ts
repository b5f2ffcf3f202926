import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { type Consumer, type ConsumerOptions, runConsumer } from '#shared/consumer/consumer.ts'
import type { WorkResult } from '#shared/consumer/pool/job.ts'
import type { PoolOptions } from '#shared/consumer/pool/worker-pool.ts'
import { isUnavailable, type Operation } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import { deadLetterRecord } from '#shared/messages/dead-letter.ts'
import { decodeRecord } from '#shared/messages/decode-record.ts'
import { logPosition } from '#shared/messages/deferred.ts'
import type { Inspection } from '#shared/messages/inspection.ts'
import { outcomeRecord } from '#shared/messages/outcome.ts'
import type { Lane, WorkStep } from '#shared/messages/topics.ts'
import type { EventLog, LogRecord } from '#shared/ports/event-log.ts'
import { removeIntermediates } from '#shared/stage/intermediate-cleanup.ts'
import { poisonPillFailure } from '#shared/stage/internal-error.ts'
import { concurrencyKeyOf, recordRules, stageLanes } from '#shared/stage/lanes.ts'
import { checkDuplicate, type DuplicateDecision, hasEnded } from '#shared/stage/middleware/deduplicate.ts'
import { expiredFailure, expirySignal, hasExpired } from '#shared/stage/middleware/expiry.ts'
import { makeNewerVersionHold, type NewerVersionHold } from '#shared/stage/middleware/newer-versions.ts'
import {
  FORGED_ITEM_ID,
  makeRequestVerifier,
  type RequestVerifier,
} from '#shared/stage/middleware/request-verifier.ts'
import { type Attempt, poisonPillAttempt } from '#shared/stage/middleware/retry-policy.ts'
import {
  type AttemptResult,
  exportPoolMetrics,
  makeStageTelemetry,
  type ObservedAttempt,
  type StageTelemetry,
} from '#shared/stage/middleware/stage-telemetry.ts'
import { makePublisher, type PublisherOptions } from '#shared/stage/publisher.ts'
import { logUnexpectedError, postpone, resolveFailure } from '#shared/stage/resolve-failure.ts'
import { attemptOutcome, noResult, publishResult, type StageResult } from '#shared/stage/stage-result.ts'
import { type AssertWithinLimit, makeStoredBytesGuard } from '#shared/store/stored-bytes.ts'
import type { Telemetry } from '#shared/telemetry/telemetry.ts'
import { errorLabel } from '#shared/telemetry/tracer.ts'

export interface Work {
  readonly event: CloudEvent
  readonly lane: Lane
  /** Aborted when the inspection expires. */
  readonly signal: AbortSignal
}

/** All a stage is: no broker, no settings, no logger. */
export interface StageHandler {
  /** Name of the stage: `stage` in failures, and its group unless `group` names another. */
  readonly name: string
  readonly group?: string
  readonly input: WorkStep
  /**
   * Whether inspections of an operation are this stage's business; other stages that read the same topic see to the
   * rest. Null stands for what names no operation or is no event at all: one of them has to answer it.
   */
  accepts(operation: Operation | null): boolean
  /** Whose turn an event is; null = every event may start at once. */
  concurrencyKeyOf(event: CloudEvent, lane: Lane): string | null
  /** Whether interactive work of the operation runs beside no other of the stage; without it none does. */
  isExclusive?(operation: Operation): boolean
  /** What is known of the inspection without judging it, so that any failure can be reported. Never throws. */
  describe(event: CloudEvent, lane: Lane): Inspection
  /**
   * Does the work. A Failure ends the inspection with it; RetryAfterError rests first; ThrottledError waits for its turn; any other
   * error is tried again, then INTERNAL_ERROR.
   */
  handle(work: Work): Promise<StageResult>
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
  readonly maxPendingPerHost: number
  /** How ends of processes are counted. */
  readonly poisonPills: NonNullable<ConsumerOptions['poisonPills']>
  /** Tries of work that fails unexpectedly. */
  readonly maxAttempts: number
  /** Milliseconds that an event of a later version than this program knows waits for an update. */
  readonly newerVersionWaitMs: number
}

/** Runs a step over both lanes of its input until it is drained. */
export async function runStage(handler: StageHandler, options: StageOptions): Promise<Consumer> {
  const publisher = makePublisher(options)
  const telemetry = makeStageTelemetry(handler.name, options.telemetry, options.system)
  let isStopped = false
  const checkedAt = new WeakMap<LogRecord, number>()
  const context = {
    handler,
    options,
    publisher,
    verifier: makeRequestVerifier(options.store),
    assertMayStore: makeStoredBytesGuard(options.store),
    holdNewerVersion: makeNewerVersionHold(handler.input, options.newerVersionWaitMs, options.logger),
    telemetry,
    checkedAt,
    isStopped: () => isStopped,
  }
  const { metrics } = options.telemetry
  const consumer = await runConsumer({
    ...options,
    metrics,
    group: handler.group ?? handler.name,
    lanes: stageLanes(handler, options, options.log),
    ...recordRules(handler),
    process: (record, lane, count, startedAt) => processRecord(context, record, lane, { count, startedAt }),
    onPoisonPill: (record, lane) =>
      processRecord(context, record, lane, poisonPillAttempt(options.maxAttempts)),
  })
  exportPoolMetrics(handler.group ?? handler.name, consumer, options.pool, metrics)
  return {
    ...consumer,
    async drain(graceMs) {
      await consumer.drain(graceMs)
      isStopped = true
    },
  }
}

interface StageContext {
  readonly handler: StageHandler
  readonly options: StageOptions
  readonly publisher: ReturnType<typeof makePublisher>
  readonly telemetry: StageTelemetry
  readonly verifier: RequestVerifier
  readonly assertMayStore: AssertWithinLimit
  readonly holdNewerVersion: NewerVersionHold
  /** Batch requests that were asked about, and when: one that waits for its turn need not be asked about each time. */
  readonly checkedAt: WeakMap<LogRecord, number>
  /** The stage has left its groups: what still runs is done again by whoever comes next, so it has no outcome here. */
  isStopped(): boolean
}

const abandoned: AttemptResult = { work: { retryAfterMs: 0 }, outcome: 'retried', code: null }

async function processRecord(
  context: StageContext,
  record: LogRecord,
  lane: Lane,
  attempt: Attempt,
): Promise<WorkResult> {
  const decoded = decodeRecord(record)
  if ('reason' in decoded)
    return context.handler.accepts(null) ? moveToDeadLetter(context, record, decoded.reason) : 'done'
  const inspection = context.handler.describe(decoded.event, lane)
  if (!context.handler.accepts(inspection.operation)) return 'done'
  // Feeders write to the topic of the batch part: what only that may say is believed of nobody else.
  const isRequest = context.handler.input === 'inspection.requested' && lane === 'batch'
  const event = isRequest ? await context.verifier.verify(record, decoded.event) : decoded.event
  if (event === null) return moveToDeadLetter(context, record, FORGED_ITEM_ID)
  const trusted = context.handler.describe(event, lane)
  const held = context.holdNewerVersion(record, event, trusted, attempt)
  if (held !== null)
    return typeof held === 'object' && 'reason' in held
      ? moveToDeadLetter(context, record, held.reason)
      : held
  return processEvent(context, record, event, attempt, trusted)
}

async function processEvent(
  context: StageContext,
  record: LogRecord,
  event: CloudEvent,
  attempt: Attempt,
  inspection: Inspection,
): Promise<WorkResult> {
  const observed = context.telemetry.begin(record, event, inspection)
  try {
    const result = await attemptOnce(context, record, observed, attempt)
    observed.end(result)
    return await removeIntermediates(context.options.objects, event, result)
  } catch (error) {
    // Not watched: it did nothing, and does that as often as it has to.
    if (error instanceof ThrottledError)
      return postpone(error, inspection, concurrencyKeyOf(context.handler, record, inspection.lane))
    observed.end({ outcome: 'retried', code: errorLabel(error) })
    throw error
  }
}

async function attemptOnce(
  context: StageContext,
  record: LogRecord,
  { event, inspection }: Pick<ObservedAttempt, 'event' | 'inspection'>,
  attempt: Attempt,
): Promise<AttemptResult> {
  try {
    const effect = await handle(context, record, { event, inspection }, attempt)
    if (context.isStopped()) return abandoned
    await publishResult(context.publisher, inspection, effect)
    return { work: 'done', outcome: attemptOutcome(effect), code: null }
  } catch (error) {
    if (context.isStopped()) return abandoned
    const cause = hasExpired(inspection) ? expiredFailure(inspection, event, record) : error
    if (cause instanceof ThrottledError) throw cause
    return resolveFailure(context, inspection, cause, attempt).catch(async (unanswered: unknown) => {
      if (isUnavailable(unanswered) || attempt.count + 1 < context.options.maxAttempts) throw unanswered
      logUnexpectedError(context, inspection, unanswered, 'a failure could not be answered')
      const done = await moveToDeadLetter(
        context,
        record,
        'the failure of this request could not be answered',
      )
      return { work: done, outcome: 'buried', code: 'INTERNAL_ERROR' }
    })
  }
}

/** What nobody can be told is kept where people look for it, and holds up nothing. */
async function moveToDeadLetter(
  { publisher, telemetry }: StageContext,
  record: LogRecord,
  reason: string,
): Promise<WorkResult> {
  telemetry.recordDeadLetter()
  await publisher.append([deadLetterRecord(record, reason)])
  return 'done'
}

async function handle(
  context: StageContext,
  record: LogRecord,
  { event, inspection }: Pick<ObservedAttempt, 'event' | 'inspection'>,
  { isPoisonPill }: Attempt,
): Promise<StageResult> {
  const { handler } = context
  const admission = await checkDuplicateOnce(context, record, { event, inspection })
  if (admission === 'drop') return noResult
  if (admission !== 'work') return { next: [outcomeRecord(inspection, admission.outcome)] }
  if (isPoisonPill) throw poisonPillFailure(inspection)
  if (handler.input === 'inspection.requested') await context.assertMayStore(inspection.tenant)
  if (hasExpired(inspection)) throw expiredFailure(inspection, event, record)
  return handler.handle({ event, lane: inspection.lane, signal: expirySignal(inspection) })
}

/** A record that lies so long may be of an inspection that has ended, and one that waits so long for its turn stand behind a later lease. */
const RECHECK_MS = 60_000

/**
 * Asked before anything is judged, expiry included: a repeat has no outcome of its own. Where a request stands in the
 * log is the same for a redelivery, another for a repeat. What later stages read is asked about when it is old alone:
 * until then the store has the outcome, should there be one, and that wins.
 */
async function checkDuplicateOnce(
  { handler, checkedAt, verifier, options: { store, batchResultTtl } }: StageContext,
  record: LogRecord,
  { event, inspection }: Pick<ObservedAttempt, 'event' | 'inspection'>,
): Promise<DuplicateDecision> {
  if (inspection.lane !== 'batch') return 'work'
  const now = Date.now()
  if (handler.input !== 'inspection.requested') {
    const isOld = now - record.timestamp > Math.min(RECHECK_MS, (batchResultTtl * 1000) / 2)
    return isOld && (await retryWhileUnavailable(() => hasEnded(store, inspection.id))) ? 'drop' : 'work'
  }
  if (now - (checkedAt.get(record) ?? 0) < RECHECK_MS) return 'work'
  const request = { inspection, position: logPosition(record), lease: await verifier.lease(record, event) }
  const admission = await retryWhileUnavailable(() => checkDuplicate(store, request))
  if (admission === 'work') checkedAt.set(record, now)
  return admission
}
