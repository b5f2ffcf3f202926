import type { LaneOptions } from '#shared/consumer/lane-options.ts'
import type { Job, RunResult } from '#shared/consumer/pool/job.ts'
import { headerText } from '#shared/messages/header-text.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

/** A record in this process, from its arrival until it is finished or dropped. */
export interface PendingRecord extends Job {
  readonly record: LogRecord
  /** Epoch of its partition when it arrived. In a later epoch its offset belongs to another record. */
  readonly epoch: number
  /** Attempts that ended. */
  attempts: number
  /** When the first attempt started (`performance.now()`); null before. */
  startedAt: number | null
}

/** A pending record whose job calls `perform`. */
export function makePendingRecord(
  record: LogRecord,
  epoch: number,
  { lane, concurrencyKeyOf, isExclusive }: Pick<LaneOptions, 'lane' | 'concurrencyKeyOf' | 'isExclusive'>,
  perform: (pending: PendingRecord) => Promise<RunResult>,
): PendingRecord {
  const pending: PendingRecord = {
    record,
    epoch,
    lane,
    key: concurrencyKeyOf(record, lane),
    tenant: headerText(record, 'ce_tenant'),
    isExclusive: isExclusive?.(record, lane) ?? false,
    attempts: 0,
    startedAt: null,
    run: () => perform(pending),
  }
  return pending
}
