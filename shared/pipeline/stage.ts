import { Failure, isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { type CloudEvent, fromRecord } from '#shared/messages/cloud-event.ts'
import type { Inspection } from '#shared/messages/inspection.ts'
import { failureOutcome, type Outcome, resultOutcome } from '#shared/messages/outcome.ts'
import { type Lane, lanes, type WorkStep, workTopic } from '#shared/messages/topics.ts'
import { admit } from '#shared/pipeline/admission.ts'
import { type Consumer, runConsumer } from '#shared/pipeline/consumer.ts'
import { deadLetter } from '#shared/pipeline/dead-letter.ts'
import type { Done } from '#shared/pipeline/lane-reader.ts'
import { makePublisher, type PublisherOptions, untilAvailable } from '#shared/pipeline/publisher.ts'
import { TryLater } from '#shared/pipeline/try-later.ts'
import type { PoolOptions } from '#shared/pipeline/worker-pool.ts'
import type { EventLog, LogRecord, NewRecord } from '#shared/ports/event-log.ts'

/** What a stage wants to happen: events for the next stage, the result that ends the inspection, or nothing. */
export type Effect =
  | { readonly next: readonly NewRecord[] }
  | { readonly inspection: Inspection; readonly resultJson: string }

const nothing: Effect = { next: [] }

export interface Work {
  readonly event: CloudEvent
  readonly lane: Lane
  /** Aborted when the inspection expires. */
  readonly signal: AbortSignal
}

/** All a stage is: no broker, no settings, no logger. */
export interface Step {
  /** Name of the stage: its group, and `stage` in failures. */
  readonly name: string
  readonly input: WorkStep
  /** Whose turn an event is; null = every event may start at once. */
  keyOf(event: CloudEvent, lane: Lane): string | null
  /** What is known of the inspection without judging it, so that any failure can be reported. Never throws. */
  outline(event: CloudEvent, lane: Lane): Inspection
  /** Does the work. A Failure ends the inspection with it; TryLater rests first; any other error is tried again, then INTERNAL_ERROR. */
  handle(work: Work): Promise<Effect>
}

export interface StageOptions extends PublisherOptions {
  readonly log: EventLog
  readonly logger: Log
  readonly pool: PoolOptions
  readonly highWater: number
  /** Tries of work that fails unexpectedly. */
  readonly tries: number
}

const BACKOFF_MS = 100
const UNAVAILABLE_MAX_MS = 5000
/** An interactive caller is told within this time that an inner service is away; batch work waits for its return. */
const INTERACTIVE_PATIENCE_MS = 1000

/** Runs a step over both lanes of its input until it is drained. */
export function runStage(step: Step, options: StageOptions): Promise<Consumer> {
  const publisher = makePublisher(options)
  const worker = { step, options, publisher }
  return runConsumer({
    log: options.log,
    logger: options.logger,
    group: step.name,
    lanes: lanes.map((lane) => ({ lane, topics: [workTopic(step.input, lane)] })),
    pool: options.pool,
    highWater: options.highWater,
    keyOf: (record, lane) => keyOf(step, record, lane),
    work: (record, lane, count, began) => workOn(worker, record, lane, { count, began }),
  })
}

interface Worker {
  readonly step: Step
  readonly options: StageOptions
  readonly publisher: ReturnType<typeof makePublisher>
}

/** Which try of a record this is, from 0, and when the first one began (`performance.now()`). */
interface Attempt {
  readonly count: number
  readonly began: number
}

function keyOf(step: Step, record: LogRecord, lane: Lane): string | null {
  const decoded = fromRecord(record)
  return 'event' in decoded ? step.keyOf(decoded.event, lane) : null
}

async function workOn(worker: Worker, record: LogRecord, lane: Lane, attempt: Attempt): Promise<Done> {
  const decoded = fromRecord(record)
  if ('reason' in decoded) return bury(worker, record, decoded.reason)
  const inspection = worker.step.outline(decoded.event, lane)
  try {
    await publish(worker, inspection, await handle(worker, record, decoded.event, inspection))
    return 'done'
  } catch (error) {
    return settle(worker, inspection, error, attempt).catch((unanswered: unknown) => {
      if (isUnavailable(unanswered) || attempt.count + 1 < worker.options.tries) throw unanswered
      worker.options.logger.error(
        { err: unanswered, inspection: inspection.id, stage: worker.step.name },
        'a failure could not be answered',
      )
      return bury(worker, record, 'the failure of this request could not be answered')
    })
  }
}

/** What nobody can be told is kept where people look for it, and holds up nothing. */
async function bury({ publisher }: Worker, record: LogRecord, reason: string): Promise<Done> {
  await publisher.append([deadLetter(record, reason)])
  return 'done'
}

async function handle(
  { step, options }: Worker,
  record: LogRecord,
  event: CloudEvent,
  inspection: Inspection,
): Promise<Effect> {
  const { lane, expiresAt } = inspection
  if (step.input === 'inspection.requested' && (await isRepeat(options, record, inspection))) return nothing
  if (expiresAt === null) return step.handle({ event, lane, signal: new AbortController().signal })
  const left = expiresAt - Date.now()
  if (left <= 0) throw expired(inspection)
  const signal = AbortSignal.timeout(Math.min(left, MAX_TIMER_MS))
  return step.handle({ event, lane, signal })
}

/**
 * Asked before anything is judged, expiry included: a repeat has no outcome of its own. Where a request stands in the
 * log is the same for a redelivery, another for a repeat.
 */
async function isRepeat(
  { store }: StageOptions,
  record: LogRecord,
  inspection: Inspection,
): Promise<boolean> {
  const position = `${record.topic}/${record.partition}/${record.offset}`
  return inspection.lane === 'batch' && !(await untilAvailable(() => admit(store, inspection, position)))
}

const MAX_TIMER_MS = 2 ** 31 - 1

function expired({ url, expiresAt }: Inspection): Failure {
  const details = { url, expired_at: new Date(expiresAt ?? 0).toISOString() }
  return new Failure('TIMEOUT', 'The inspection expired before it was done', { details })
}

async function publish({ publisher }: Worker, inspection: Inspection, effect: Effect): Promise<void> {
  if ('next' in effect) await publisher.append(effect.next)
  else await publisher.conclude(inspection, resultOutcome(effect.inspection, effect.resultJson))
}

/** One failure stays one failure: it is answered, or the work is tried again. */
async function settle(
  worker: Worker,
  inspection: Inspection,
  error: unknown,
  attempt: Attempt,
): Promise<Done> {
  const again = retryAfter(worker.options, inspection, error, attempt)
  if (again !== null) return { againInMs: again }
  const outcome = failureOf(worker, inspection, hasExpired(inspection) ? expired(inspection) : error)
  await worker.publisher.conclude(inspection, outcome)
  return 'done'
}

function retryAfter(
  options: StageOptions,
  inspection: Inspection,
  error: unknown,
  { count, began }: Attempt,
): number | null {
  if (hasExpired(inspection)) return null
  if (error instanceof TryLater) return count < options.tries ? error.inMs : null
  const backoff = BACKOFF_MS * 2 ** Math.min(count, 10)
  if (isUnavailable(error)) {
    const next = performance.now() - began + backoff
    const isPatient = inspection.lane === 'batch' || next < INTERACTIVE_PATIENCE_MS
    return isPatient ? Math.min(backoff, UNAVAILABLE_MAX_MS) : null
  }
  return error instanceof Failure || count + 1 >= options.tries ? null : backoff
}

function hasExpired({ expiresAt }: Inspection): boolean {
  return expiresAt !== null && expiresAt <= Date.now()
}

function failureOf({ step, options }: Worker, inspection: Inspection, error: unknown): Outcome {
  if (error instanceof TryLater) return failureOutcome(inspection, step.name, error.failure)
  if (error instanceof Failure) return failureOutcome(inspection, step.name, error)
  options.logger.error(
    { err: error, inspection: inspection.id, stage: step.name },
    'a step failed unexpectedly',
  )
  const details = { request_id: inspection.id, timestamp: new Date().toISOString() }
  const failure = new Failure('INTERNAL_ERROR', 'An unexpected error occurred', { details })
  return failureOutcome(inspection, step.name, failure)
}
