import { fromRecord } from '#shared/messages/events/cloud-event.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import type { Attempt } from '#shared/stage/middleware.ts'
import { requestOf } from './toy-stage.ts'

/** A record as it is read back from the log. */
export function readBack({ topic, key, value, headers }: NewRecord): LogRecord {
  const bytes = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])
  return {
    ...{ topic, partition: 3, offset: 7, timestamp: Date.parse('2026-01-02T03:04:05Z') },
    key: key === null ? null : Buffer.from(key),
    value: value === null ? null : Buffer.from(value),
    headers: Object.fromEntries(bytes),
  }
}

/** The first attempt at a request. */
export function attemptOf(
  [id, lane = 'interactive', more]: Parameters<typeof requestOf>,
  changes: Partial<Attempt> = {},
): Attempt {
  const record = readBack(requestOf(id, lane, more))
  const decoded = fromRecord(record)
  if ('reason' in decoded) throw new Error(decoded.reason)
  const { event } = decoded
  const inspection = describeRequest(event, lane)
  return { record, lane, count: 0, startedAt: performance.now(), event, inspection, ...changes }
}
