import { DEAD_LETTER } from '#shared/messages/topics.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'

/** A record nobody can read, with why and where it was: key, value and headers untouched, `pp_*` headers added. */
export function deadLetter(record: LogRecord, reason: string): NewRecord {
  return {
    topic: DEAD_LETTER,
    key: record.key,
    value: record.value,
    headers: {
      ...record.headers,
      pp_reason: reason,
      pp_topic: record.topic,
      pp_partition: String(record.partition),
      pp_offset: String(record.offset),
    },
  }
}
