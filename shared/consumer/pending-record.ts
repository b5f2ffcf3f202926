import type { LaneOptions } from '#shared/consumer/lane-options.ts'
import type { Job, RunResult } from '#shared/consumer/pool/job.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

/** A record from the log to its end in this process. */
export interface PendingRecord extends Job {
  readonly record: LogRecord
  /** Of its partition: when that is over, its offset is another record's. */
  readonly epoch: number
  /** Tries that ended. */
  attempts: number
  /** When the first try began; null before it. */
  startedAt: number | null
}

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
    tenant: record.headers.ce_tenant?.toString() ?? null,
    isExclusive: isExclusive?.(record, lane) ?? false,
    attempts: 0,
    startedAt: null,
    run: () => perform(pending),
  }
  return pending
}
