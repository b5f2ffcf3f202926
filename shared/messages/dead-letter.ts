import { DEAD_LETTER } from '#shared/messages/topics.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'

/**
 * A record nobody can read, with why and where it was: key, value and headers untouched, `pp_*` headers added. One that
 * stands for records that can't be decoded names their first offset, and in `pp_last_offset` the last.
 */
export function deadLetterRecord(record: LogRecord, reason: string): NewRecord {
  const { unreadable } = record
  return {
    topic: DEAD_LETTER,
    key: record.key,
    value: record.value,
    headers: {
      ...record.headers,
      pp_reason: reason,
      pp_topic: record.topic,
      pp_partition: String(record.partition),
      pp_offset: String(unreadable?.firstOffset ?? record.offset),
      ...(unreadable && { pp_last_offset: String(unreadable.lastOffset) }),
    },
  }
}
