import { Failure, isUnavailable, type Operation } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { type CloudEvent, fromRecord } from '#shared/messages/cloud-event.ts'
import type { Inspection } from '#shared/messages/inspection.ts'
import { failureOutcome, resultOutcome } from '#shared/messages/outcome.ts'
import type { Lane, WorkStep } from '#shared/messages/topics.ts'
import { admit } from '#shared/pipeline/admission.ts'
import { type Consumer, runConsumer } from '#shared/pipeline/consumer.ts'
import { deadLetter } from '#shared/pipeline/dead-letter.ts'
import { expired, hasExpired } from '#shared/pipeline/expiry.ts'
import type { Done } from '#shared/pipeline/lane-reader.ts'
import { makePublisher, type PublisherOptions, untilAvailable } from '#shared/pipeline/publisher.ts'
import { isForeign, keyOf, lanesOf } from '#shared/pipeline/stage-lanes.ts'
import {
  type Ending,
  makeStageWatch,
  type StageWatch,
  type WatchedTry,
  watchPool,
} from '#shared/pipeline/stage-watch.ts'
import { TryLater } from '#shared/pipeline/try-later.ts'
import type { PoolOptions } from '#shared/pipeline/worker-pool.ts'
import type { EventLog, LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import type { Telemetry } from '#shared/telemetry/telemetry.ts'
import { errorWord, traceIdOf } from '#shared/telemetry/tracer.ts'

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
  /** What is known of the inspection without judging it, so that any failure can be reported. Never throws. */
  outline(event: CloudEvent, lane: Lane): Inspection
  /** Does the work. A Failure ends the inspection with it; TryLater rests first; any other error is tried again, then INTERNAL_ERROR. */
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
  /** Tries of work that fails unexpectedly. */
  readonly tries: number
}

const BACKOFF_MS = 100
const UNAVAILABLE_MAX_MS = 5000
/** An interactive caller is told within this time that an inner service is away; batch work waits for its return. */
const INTERACTIVE_PATIENCE_MS = 1000

/** Runs a step over both lanes of its input until it is drained. */
export async function runStage(step: Step, options: StageOptions): Promise<Consumer> {
  const publisher = makePublisher(options)
  const watch = makeStageWatch(step.name, options.telemetry, options.system)
  let isOver = false
  const worker = { step, options, publisher, watch, isOver: () => isOver }
  const consumer = await runConsumer({
    log: options.log,
    logger: options.logger,
    group: step.group ?? step.name,
    lanes: lanesOf(step, options),
    pool: options.pool,
    highWater: options.highWater,
    isForeign: (record, lane) => isForeign(step, record, lane),
    keyOf: (record, lane) => keyOf(step, record, lane),
    work: (record, lane, count, began) => workOn(worker, record, lane, { count, began }),
  })
  watchPool(step.group ?? step.name, consumer, options.pool, options.telemetry.metrics)
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
  /** The stage has left its groups: what still runs is done again by whoever comes next, so it has no outcome here. */
  isOver(): boolean
}

const handedBack: Ending = { done: { againInMs: 0 }, way: 'retried', code: null }

/** Which try of a record this is, from 0, and when the first one began (`performance.now()`). */
interface Attempt {
  readonly count: number
  readonly began: number
}

async function workOn(worker: Worker, record: LogRecord, lane: Lane, attempt: Attempt): Promise<Done> {
  const decoded = fromRecord(record)
  if ('reason' in decoded) return worker.step.takes(null) ? bury(worker, record, decoded.reason) : 'done'
  const inspection = worker.step.outline(decoded.event, lane)
  if (!worker.step.takes(inspection.operation)) return 'done'
  const watched = worker.watch.begin(record, decoded.event, inspection)
  try {
    const ending = await endingOf(worker, record, watched, attempt)
    watched.end(ending)
    return ending.done
  } catch (error) {
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
    const effect = await handle(worker, record, event, inspection)
    if (worker.isOver()) return handedBack
    await publish(worker, inspection, effect)
    return { done: 'done', way: wayOf(effect), code: null }
  } catch (error) {
    if (worker.isOver()) return handedBack
    const cause = hasExpired(inspection) ? expired(inspection, event, record) : error
    return settle(worker, inspection, cause, attempt).catch(async (unanswered: unknown) => {
      if (isUnavailable(unanswered) || attempt.count + 1 < worker.options.tries) throw unanswered
      logDefect(worker, inspection, unanswered, 'a failure could not be answered')
      const done = await bury(worker, record, 'the failure of this request could not be answered')
      return { done, way: 'buried', code: 'INTERNAL_ERROR' }
    })
  }
}

function wayOf(effect: Effect): Ending['way'] {
  if (effect === nothing) return 'repeated'
  return 'next' in effect ? 'passed_on' : 'concluded'
}

function logDefect({ step, options }: Worker, inspection: Inspection, err: unknown, message: string): void {
  const { id, traceparent } = inspection
  options.logger.error({ err, inspection: id, stage: step.name, ...traceIdOf(traceparent) }, message)
}

/** What nobody can be told is kept where people look for it, and holds up nothing. */
async function bury({ publisher, watch }: Worker, record: LogRecord, reason: string): Promise<Done> {
  watch.buried()
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
  if (hasExpired(inspection)) throw expired(inspection, event, record)
  const left = Math.max(0, expiresAt - Date.now())
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
): Promise<Ending> {
  const again = retryAfter(worker.options, inspection, error, attempt)
  if (again !== null) return { done: { againInMs: again }, way: 'retried', code: errorWord(error) }
  const failure = failureOf(worker, inspection, error)
  await worker.publisher.conclude(inspection, failureOutcome(inspection, worker.step.name, failure))
  return { done: 'done', way: 'failed', code: failure.code }
}

function retryAfter(
  options: StageOptions,
  inspection: Inspection,
  error: unknown,
  { count, began }: Attempt,
): number | null {
  if (error instanceof TryLater) return count < options.tries ? error.inMs : null
  const backoff = BACKOFF_MS * 2 ** Math.min(count, 10)
  if (isUnavailable(error)) {
    const next = performance.now() - began + backoff
    const isPatient = inspection.lane === 'batch' || next < INTERACTIVE_PATIENCE_MS
    return isPatient ? Math.min(backoff, UNAVAILABLE_MAX_MS) : null
  }
  return error instanceof Failure || count + 1 >= options.tries ? null : backoff
}

function failureOf(worker: Worker, inspection: Inspection, error: unknown): Failure {
  if (error instanceof TryLater) return error.failure
  if (error instanceof Failure) return error
  logDefect(worker, inspection, error, 'a step failed unexpectedly')
  const details = { request_id: inspection.id, timestamp: new Date().toISOString() }
  return new Failure('INTERNAL_ERROR', 'An unexpected error occurred', { details })
}
