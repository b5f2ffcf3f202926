import type { Failure } from '#shared/errors.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { StageResult } from '#shared/stage/stage-handler.ts'

/** A record that is handed to the stage, for the first time or again. */
export interface Delivery {
  readonly record: LogRecord
  readonly lane: Lane
  /** Attempts before this one, and when the first of them started (`performance.now()`). */
  readonly count: number
  readonly startedAt: number
  /** Too many processes crashed with the record in flight: its work is not started again. */
  readonly isPoisonPill?: true
}

/** What to do with a batch request: work on it, drop it, or publish the outcome that already exists again. */
export type DuplicateDecision = 'work' | 'drop' | { readonly outcome: Outcome }

/** One attempt at the event of a record. */
export interface Attempt extends Delivery {
  readonly event: CloudEvent
  readonly inspection: Inspection
  /** Of requests of feeders: what to do with it. Absent = not decided yet. */
  readonly decision?: DuplicateDecision
}

/** How an attempt ended: values of the label `outcome`. */
export const outcomes = ['forwarded', 'completed', 'duplicate', 'failed', 'retried', 'dead_lettered'] as const
export type AttemptOutcome = (typeof outcomes)[number]

/**
 * What becomes of a record. The first three are performed by the middleware above, which then answers `done`:
 * - a `StageResult`: events for the next stage, or the result that ends the inspection;
 * - `failure`: it ends the inspection;
 * - `deadLetter`: the record has no outcome, and is published to `dead-letter` with this reason.
 */
export type Effect =
  | StageResult
  | { readonly failure: Failure }
  | { readonly deadLetter: string }
  /** Finished. `code` is that of the failure; null without one. */
  | { readonly done: Exclude<AttemptOutcome, 'retried'>; readonly code: string | null }
  /** Repeated after a delay: see `WorkResult` of the consumer. `code` is that of the error; absent = none. */
  | { readonly retryAfterMs: number; readonly isAttempt?: false; readonly code?: string }
  | { readonly postponeMs: number }

/** A part of the processing of an attempt. It rejects when the record is to be delivered again. */
export type Step = (attempt: Attempt) => Promise<Effect>

/** Wraps the part of the processing that follows it. */
export type Middleware = (next: Step) => Step

/** One step of all: each middleware wraps those after it, and the last one wraps the handler. */
export function compose(middleware: readonly Middleware[], handler: Step): Step {
  return middleware.reduceRight((next, wrap) => wrap(next), handler)
}

/** The stage has left its groups: another member repeats the work, so it has no outcome here. */
export const abandoned: Effect = { retryAfterMs: 0 }
