import type { Job } from '#shared/pipeline/job.ts'
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
