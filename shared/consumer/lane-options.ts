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
  /** Pending records at which the lane is paused. It resumes at half of them. */
  readonly highWater: number
  /** What happens to records beyond the limit of their key. Default: all records stay pending. */
  readonly overflow?: OverflowPolicy
  /** The key of the record for the pool's `ConcurrencyLimits.perKey`; null = no limit by key. */
  concurrencyKeyOf(record: LogRecord, lane: Lane): string | null
  /** Whether the record's work runs alone: see `Job.isExclusive`. Default: no. */
  isExclusive?(record: LogRecord, lane: Lane): boolean
  /** Whether the record belongs to another consumer. It is finished at once, without a slot. */
  isUnrelated(record: LogRecord, lane: Lane): boolean
  /**
   * Processes one record. `attempt` counts from 0; `startedAt` is when the first attempt started (`performance.now()`).
   * When it rejects, the error is logged and the record is retried after 1 s.
   */
  process(record: LogRecord, lane: Lane, attempt: number, startedAt: number): Promise<WorkResult>
  /** Ends a record without processing it: too many processes crashed with it in flight. */
  onPoisonPill?(record: LogRecord, lane: Lane): Promise<WorkResult>
  /** The log was truncated or recreated, or retention removed records before the group read them. */
  onLogChange?(change: LogChange, lane: Lane): void
  /** Counts crashes with a record in flight. Default: crashes are not counted. */
  readonly poisonPillDetector?: PoisonPillDetector
}
