import { DEFERRED, workTopic } from '#shared/messages/topics.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'

/** Header with the log position of the first admission: it tells a released request from a duplicate. */
const ADMITTED = 'pp_admitted'
const RELEASED = 'pp_released'

/** The record of a deferred batch request: the frontier releases it again when its host has room. */
export function deferredRecord(record: LogRecord): NewRecord {
  const headers = { ...record.headers, [ADMITTED]: logPosition(record) }
  return { topic: DEFERRED, key: record.key, value: record.value, headers }
}

/** The record of a deferred request that is released. */
export function releasedRecord({
  key,
  value,
  headers,
}: Pick<LogRecord, 'key' | 'value' | 'headers'>): NewRecord {
  return markReleased({ topic: workTopic('inspection.requested', 'batch'), key, value, headers })
}

/** Marks a request of the frontier, which bounds how many of a host are under way. */
export function markReleased(record: NewRecord): NewRecord {
  return { ...record, headers: { ...record.headers, [RELEASED]: '1' } }
}

/** Whether the frontier released the request. It is then not deferred again, which would only move it back and forth. */
export function isReleased({ headers }: Pick<LogRecord, 'headers'>): boolean {
  return RELEASED in headers
}

/** The log position of a request when it was first admitted: equal for a redelivery, different for a duplicate. */
export function logPosition({ topic, partition, offset, headers }: LogRecord): string {
  return headers[ADMITTED]?.toString() ?? `${topic}/${partition}/${offset}`
}
