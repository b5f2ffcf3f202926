import { ThrottledError } from '#shared/async/throttled-error.ts'
import { type Consumer, type ConsumerOptions, runConsumer } from '#shared/consumer/consumer.ts'
import type { WorkResult } from '#shared/consumer/pool/job.ts'
import type { PoolOptions } from '#shared/consumer/pool/worker-pool.ts'
import { isUnavailable, type Operation } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import { deadLetterRecord } from '#shared/messages/events/dead-letter.ts'
import { decodeRecord } from '#shared/messages/events/decode-record.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { outcomeRecord } from '#shared/messages/events/outcome.ts'
import type { Lane, WorkStep } from '#shared/messages/topics.ts'
import type { EventLog, LogRecord } from '#shared/ports/event-log.ts'
import { removeIntermediates } from '#shared/stage/intermediate-cleanup.ts'
import { concurrencyKeyOf, recordRules, stageLanes } from '#shared/stage/lanes.ts'
import { checkDuplicateOnce } from '#shared/stage/middleware/deduplicate.ts'
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
import {
  logUnexpectedError,
  poisonPillFailure,
  postpone,
  resolveFailure,
} from '#shared/stage/resolve-failure.ts'
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

/** The logic of a stage. It knows no broker, no settings and no logger. */
export interface StageHandler {
  /** Name of the stage: the field `stage` of failures, and the consumer group unless `group` names another. */
  readonly name: string
  readonly group?: string
  readonly input: WorkStep
  /**
   * Whether this stage processes inspections of the operation. Other stages that read the same topic process the others.
   * Null = the record names no known operation, or is no event. Exactly one stage of a topic has to accept null.
   */
  accepts(operation: Operation | null): boolean
  /** Events of the same key share a concurrency limit (`ConcurrencyLimits.perKey`). Null = no limit by key. */
  concurrencyKeyOf(event: CloudEvent, lane: Lane): string | null
  /** Whether interactive work of the operation runs alone in its stage: see `Job.isExclusive`. Default: no. */
  isExclusive?(operation: Operation): boolean
  /** Reads the inspection without validating it, so that any failure can be reported. Never throws. */
  describe(event: CloudEvent, lane: Lane): Inspection
  /**
   * Does the work. It may throw:
   * - `Failure`: the inspection ends with it;
   * - `RetryAfterError`: a later attempt follows, and the last one ends the inspection with the error's failure;
   * - `ThrottledError`: the work waits for its permit, and no attempt is counted;
   * - any other error: it is retried, and then ends the inspection with INTERNAL_ERROR.
   */
  handle(work: Work): Promise<StageResult>
}

export interface StageOptions extends PublisherOptions {
  readonly log: EventLog
  readonly logger: Log
  readonly telemetry: Telemetry
  /** `messaging.system` of the spans. */
  readonly system: 'kafka' | 'sqlite'
  readonly pool: PoolOptions
  readonly highWater: number
  /** Accepted inspections that may wait in the interactive lane. */
  readonly queueLimit: number
  /** Pending batch requests to one host. The stage defers more of them to the frontier. */
  readonly maxPendingPerHost: number
  /** How crashes of processes are counted. */
  readonly poisonPills: NonNullable<ConsumerOptions['poisonPills']>
  /** Attempts of work that fails unexpectedly. */
  readonly maxAttempts: number
  /** Milliseconds that an event of a newer version than this program knows waits for an update. */
  readonly newerVersionWaitMs: number
}

/** Runs a handler over both lanes of its input until the consumer is drained. */
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
  /** When each batch request was last checked for duplicates: a throttled request is not checked at every attempt. */
  readonly checkedAt: WeakMap<LogRecord, number>
  /** Whether the stage has left its groups. Another member then repeats the work that still runs, so it has no outcome here. */
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
  // External producers write to the same topic as the batch part, so its claims are verified.
  const isRequest = context.handler.input === 'inspection.requested' && lane === 'batch'
  const event = isRequest ? await context.verifier.verify(record, decoded.event) : decoded.event
  if (event === null) return moveToDeadLetter(context, record, FORGED_ITEM_ID)
  const trusted = context.handler.describe(event, lane)
  const hold = context.holdNewerVersion(record, event, trusted, attempt)
  if (hold === null) return processEvent(context, record, event, attempt, trusted)
  return typeof hold === 'object' && 'reason' in hold ? moveToDeadLetter(context, record, hold.reason) : hold
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
    // A throttled attempt did no work, and there may be any number of them: it is not recorded.
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
    const stageResult = await runHandler(context, record, { event, inspection }, attempt)
    if (context.isStopped()) return abandoned
    await publishResult(context.publisher, inspection, stageResult)
    return { work: 'done', outcome: attemptOutcome(stageResult), code: null }
  } catch (error) {
    if (context.isStopped()) return abandoned
    const cause = hasExpired(inspection) ? expiredFailure(inspection, event, record) : error
    if (cause instanceof ThrottledError) throw cause
    return resolveFailure(context, inspection, cause, attempt).catch(async (publishError: unknown) => {
      if (isUnavailable(publishError) || attempt.count + 1 < context.options.maxAttempts) throw publishError
      logUnexpectedError(context, inspection, publishError, 'a failure could not be published')
      const reason = 'the failure of this request could not be published'
      const work = await moveToDeadLetter(context, record, reason)
      return { work, outcome: 'dead_lettered', code: 'INTERNAL_ERROR' }
    })
  }
}

/** Publishes a record that has no outcome to the topic `dead-letter`: see infra/docs/contract.md#dead-letters. */
async function moveToDeadLetter(
  { publisher, telemetry }: StageContext,
  record: LogRecord,
  reason: string,
): Promise<WorkResult> {
  telemetry.recordDeadLetter()
  await publisher.append([deadLetterRecord(record, reason)])
  return 'done'
}

/** Checks a request before its work, and does the work. Rejects as the handler does. */
async function runHandler(
  context: StageContext,
  record: LogRecord,
  { event, inspection }: Pick<ObservedAttempt, 'event' | 'inspection'>,
  { isPoisonPill }: Attempt,
): Promise<StageResult> {
  const { handler } = context
  const decision = await checkDuplicateOnce(context, record, { event, inspection })
  if (decision === 'drop') return noResult
  if (decision !== 'work') return { next: [outcomeRecord(inspection, decision.outcome)] }
  if (isPoisonPill) throw poisonPillFailure(inspection)
  if (handler.input === 'inspection.requested') await context.assertMayStore(inspection.tenant)
  if (hasExpired(inspection)) throw expiredFailure(inspection, event, record)
  return handler.handle({ event, lane: inspection.lane, signal: expirySignal(inspection) })
}
