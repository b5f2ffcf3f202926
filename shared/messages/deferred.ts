import { DEFERRED, workTopic } from '#shared/messages/topics.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'

/** Where a request was first admitted: tells one that comes back from the frontier from a repeat. */
const ADMITTED = 'pp_admitted'
const RELEASED = 'pp_released'

/** A batch request of a flooded host, laid by: the frontier hands it over again when its host has room. */
export function deferredRecord(record: LogRecord): NewRecord {
  const headers = { ...record.headers, [ADMITTED]: logPosition(record) }
  return { topic: DEFERRED, key: record.key, value: record.value, headers }
}

/** A request that was laid by, as it is handed over again. */
export function releasedRecord({
  key,
  value,
  headers,
}: Pick<LogRecord, 'key' | 'value' | 'headers'>): NewRecord {
  return markReleased({ topic: workTopic('inspection.requested', 'batch'), key, value, headers })
}

/** A request as the frontier hands it over, be it a feeder's or of a batch: how many there are is bounded there. */
export function markReleased(record: NewRecord): NewRecord {
  return { ...record, headers: { ...record.headers, [RELEASED]: '1' } }
}

/** Whether the frontier handed it over: then it is not laid by again, which would only send it to and fro. */
export function isReleased({ headers }: Pick<LogRecord, 'headers'>): boolean {
  return RELEASED in headers
}

/** Where a request stands in the log, or stood when it was laid by: the same for a redelivery, another for a repeat. */
export function logPosition({ topic, partition, offset, headers }: LogRecord): string {
  return headers[ADMITTED]?.toString() ?? `${topic}/${partition}/${offset}`
}
