import type { Job, Run } from '#shared/pipeline/job.ts'
import type { LaneOptions } from '#shared/pipeline/lane-options.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

/** A record from the log to its end in this process. */
export interface Held extends Job {
  readonly record: LogRecord
  /** Of its partition: when that is over, its offset is another record's. */
  readonly era: number
  /** Tries that ended. */
  attempt: number
  /** When the first try began; null before it. */
  began: number | null
}

export function makeHeld(
  record: LogRecord,
  era: number,
  { lane, keyOf, isAlone }: Pick<LaneOptions, 'lane' | 'keyOf' | 'isAlone'>,
  perform: (held: Held) => Promise<Run>,
): Held {
  const held: Held = {
    record,
    era,
    lane,
    key: keyOf(record, lane),
    tenant: record.headers.ce_tenant?.toString() ?? null,
    isAlone: isAlone?.(record, lane) ?? false,
    attempt: 0,
    began: null,
    run: () => perform(held),
  }
  return held
}
