import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'

/** The record as a log would hand it out: bytes, at some place. */
export function asRead(record: NewRecord): LogRecord {
  const bytes = (data: Buffer | string | null) => (typeof data === 'string' ? Buffer.from(data) : data)
  const headers = Object.entries(record.headers).map(([name, value]) => [name, bytes(value)])
  return {
    topic: record.topic,
    partition: 0,
    offset: 0,
    key: bytes(record.key),
    value: bytes(record.value),
    headers: Object.fromEntries(headers),
    timestamp: 0,
  }
}
