import { hash } from 'node:crypto'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

/** What tells one request of a feeder from all others. */
type RequestNames = Pick<CloudEvent, 'id' | 'source'>

/** Header of a deferred request with the id that its inspection got: records of other requests may be gone when it is released. */
const ADMITTED_ID = 'pp_inspection'
const SUFFIX_DIGITS = 8
const IDENTITY_CHARACTERS = 12
/** Maximum bytes of the source of a request: events of the inspection carry it. */
export const SOURCE_LIMIT = 1024

/**
 * The ids that the inspection of a feeder's request may have, the preferred one first: its own id; where another source has
 * that, the id with a suffix of the source; and once more with it, where a request has that very text as its own id.
 */
export function inspectionIds({ id, source }: RequestNames): readonly string[] {
  const suffix = `~${hash('sha256', source, 'hex').slice(0, SUFFIX_DIGITS)}`
  return [id, `${id}${suffix}`, `${id}${suffix}${suffix}`]
}

/** The identity of a feeder's request (72 bits of SHA-256, base64url): equal for the same source and id. */
export function requestIdentity({ id, source }: RequestNames): string {
  return hash('sha256', JSON.stringify([source, id]), 'base64url').slice(0, IDENTITY_CHARACTERS)
}

/** The identity of the request of a feeder's inspection; null for any other inspection. */
export function identityOf({
  requestId,
  requestSource = '',
}: Pick<Inspection, 'requestId' | 'requestSource'>): string | null {
  return requestId === undefined ? null : requestIdentity({ id: requestId, source: requestSource })
}

/** The id under which a deferred request was admitted; that of the event without one, or with one that it cannot have. */
export function admittedId({ headers }: Pick<LogRecord, 'headers'>, event: RequestNames): string {
  const named = headers[ADMITTED_ID]?.toString()
  return named !== undefined && inspectionIds(event).includes(named) ? named : event.id
}

/** The record of a deferred request that was admitted under the inspection id; unchanged where that is the id of its event. */
export function withAdmittedId(record: LogRecord, event: RequestNames, id: string): LogRecord {
  if (admittedId(record, event) === id) return record
  return { ...record, headers: { ...record.headers, [ADMITTED_ID]: Buffer.from(id) } }
}

/**
 * The event of a feeder's request as that of the inspection `id`: the id and source of the feeder go along as attributes,
 * whatever attributes of these names it came with.
 */
export function asInspection(event: CloudEvent, id: string): CloudEvent {
  const { requestid: _id, requestsource: _source, ...attributes } = event.attributes
  const { source } = event
  const isCarried = source !== '' && Buffer.byteLength(source) <= SOURCE_LIMIT
  const names = { requestid: event.id, ...(isCarried && { requestsource: source }) }
  return { ...event, id, attributes: { ...attributes, ...names } }
}
