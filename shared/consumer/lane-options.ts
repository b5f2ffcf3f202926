import type { LogChange } from '#shared/consumer/offsets/log-change.ts'
import type { OverflowPolicy } from '#shared/consumer/overflow.ts'
import type { PoisonPillDetector } from '#shared/consumer/poison-pills/poison-pill-detector.ts'
import type { WorkResult } from '#shared/consumer/pool/job.ts'
import type { Log } from '#shared/log.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

export interface LaneOptions {
  readonly logger: Log
  readonly group: string
  readonly lane: Lane
  /** Records that are held before the lane is paused; resumed at half of it. */
  readonly highWater: number
  /** What becomes of records that are too many of one key; without it all are held. */
  readonly overflow?: OverflowPolicy
  /** Records with the same key are worked on by the pool's manners; null = freely. */
  concurrencyKeyOf(record: LogRecord, lane: Lane): string | null
  /** Whether a record's work runs beside no other; see `Job.isAlone`. Without it none does. */
  isExclusive?(record: LogRecord, lane: Lane): boolean
  /** Whether a record is somebody else's: it is finished as it comes, and never waits for a slot. */
  isUnrelated(record: LogRecord, lane: Lane): boolean
  /**
   * Does the work of one record; `attempt` counts from 0, `began` is when the first one began (`performance.now()`).
   * Rejecting is a defect: the record is then tried again.
   */
  process(record: LogRecord, lane: Lane, attempt: number, began: number): Promise<WorkResult>
  /** Ends a record without working on it: too many processes ended with it in hand. */
  onPoisonPill?(record: LogRecord, lane: Lane): Promise<WorkResult>
  /** The log went back, or its oldest records are gone before the group read them. */
  onLogChange?(change: LogChange, lane: Lane): void
  /** Counts the ends of processes with a record in hand; without it they are not counted. */
  readonly poisonPillDetector?: PoisonPillDetector
}
