import { toRecord } from '#shared/messages/events/cloud-event.ts'
import { inspectionEvent } from '#shared/messages/events/inspection.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

let lastOffset = 0

/** A request of an external producer that a stage has deferred. Later calls return later records. */
export function deferredRecord(id: string, url: string): LogRecord {
  const json = JSON.stringify({ operation: 'metadata', parameters: { url } })
  const inspection = { id, operation: null, lane: 'batch', parameters: {}, url, expiresAt: null } as const
  const event = inspectionEvent(
    'inspection.requested.batch',
    id,
    { ...inspection, traceparent: null, timing: '' },
    json,
  )
  const headers = {
    ...toRecord('inspection.requested.batch', event).headers,
    pp_admitted: `there/0/${id}`,
  }
  lastOffset += 1
  return {
    topic: 'inspection.deferred',
    partition: 0,
    offset: lastOffset,
    key: Buffer.from('k'),
    value: Buffer.from(json),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Buffer.from(value)])),
    timestamp: 0,
  }
}
