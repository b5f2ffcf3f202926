import { DEAD_LETTER } from '#shared/messages/topics.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'

/**
 * The record of a dead letter: key, value and headers of the original, with `pp_*` headers for the reason and its
 * position. A record that stands for several undecodable ones names their first offset, and the last one in
 * `pp_last_offset`. See infra/docs/consumers.md#dead-letters.
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
