import type { Operation } from '#shared/errors.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import type { Lane, WorkStep } from '#shared/messages/topics.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'

/** What a handler is given. */
export interface Work {
  readonly event: CloudEvent
  readonly lane: Lane
  /** Aborted when the inspection expires. */
  readonly signal: AbortSignal
}

/** What a stage produces: events for the next stage, or the result that ends the inspection. */
export type StageResult =
  | { readonly next: readonly NewRecord[] }
  | {
      readonly inspection: Inspection
      readonly resultJson: string
      readonly blocked?: string | null
      /** For a report on the site: see `encodePageFacts`. */
      readonly siteFacts?: string | null
      /** Bytes of images that were stored for the inspection. */
      readonly storedBytes?: number
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
