import { isObject } from '#shared/is-object.ts'
import { headerText, textOf } from '#shared/messages/header-text.ts'
import { parseJson } from '#shared/messages/json.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'

/**
 * A CloudEvents 1.0 event: the context attributes that are used here, and `data`. Extension attributes: partitionkey
 * (= key), traceparent, expirytime, dataref, sequence, and our own operation, lane, timing and others.
 */
export interface CloudEvent {
  readonly id: string
  readonly source: string
  readonly type: string
  /** Id of the inspection. */
  readonly subject: string
  /** Record key: the target's host or '', or the inspection id (see `inspectionEvent`); of a feeder's request anything. */
  readonly key: string
  /** All other attributes by their CloudEvents name in lower case. */
  readonly attributes: Readonly<Record<string, string>>
  /** The value as JSON text; null when there is none, or when it is not UTF-8. */
  readonly json: string | null
  /** Bytes that follow the JSON in the value of an internal event, see `ATTACHED_TYPE`. */
  readonly attached?: Buffer
}

const BINARY_TYPE = 'application/json'
/** Media type of internal events: JSON on one line, a line feed, and bytes to which the JSON refers by offset. */
const ATTACHED_TYPE = 'application/vnd.pageprobe.attached'
const LINE_FEED = 0x0a
const STRUCTURED_TYPE = 'application/cloudevents+json'
/** Maximum bytes of the id of a request; the ids of later events append the name of a step. */
const ID_LIMIT = 1024
const STEP_BYTES = 32
export const SOURCE = '/pageprobe'

/** The record of an event: CloudEvents Kafka protocol binding 1.0, section 3.2 (binary content mode). */
export function toRecord(topic: string, event: CloudEvent): NewRecord {
  const headers: Record<string, string> = {
    ce_specversion: '1.0',
    ce_id: event.id,
    ce_source: event.source,
    ce_type: event.type,
    ce_subject: event.subject,
    'content-type': event.attached === undefined ? BINARY_TYPE : ATTACHED_TYPE,
  }
  for (const [name, value] of Object.entries(event.attributes)) headers[`ce_${name}`] = value
  return { topic, key: event.key, value: valueBytes(event), headers }
}

function valueBytes({ json, attached }: CloudEvent): Buffer | string | null {
  return attached === undefined ? json : Buffer.concat([Buffer.from(`${json}\n`), attached])
}

/** A decoded record: an event, or the reason why it is none. */
export type Decoded = { readonly event: CloudEvent } | { readonly reason: string }

/** Decodes a record in binary (section 3.2) or structured (section 3.3) content mode. Never throws. */
export function fromRecord(record: LogRecord): Decoded {
  const contentType = headerText(record, 'content-type')?.toLowerCase() ?? ''
  return contentType.startsWith(STRUCTURED_TYPE) ? fromStructured(record) : fromBinary(record)
}

function fromBinary(record: LogRecord): Decoded {
  const attributes: Record<string, string> = {}
  for (const name of Object.keys(record.headerTexts ?? record.headers)) {
    if (name.startsWith('ce_')) attributes[name.slice(3).toLowerCase()] = headerText(record, name) ?? ''
  }
  return build(record, attributes, dataOf(record))
}

type Data = Pick<CloudEvent, 'json' | 'attached'>

function dataOf(record: LogRecord): Data {
  const { value } = record
  const end = headerText(record, 'content-type') === ATTACHED_TYPE ? (value?.indexOf(LINE_FEED) ?? -1) : -1
  if (value === null || end < 0) return { json: textOf(value) }
  return { json: textOf(value.subarray(0, end)), attached: value.subarray(end + 1) }
}

function fromStructured(record: LogRecord): Decoded {
  const parsed = parseJson(textOf(record.value) ?? '')
  if (!isObject(parsed)) return { reason: 'structured CloudEvent is not a JSON object' }
  const { data, data_base64: base64, ...rest } = parsed
  const attributes: Record<string, string> = {}
  for (const [name, value] of Object.entries(rest)) {
    if (value !== null && typeof value !== 'object') attributes[name] = String(value)
  }
  return build(record, attributes, { json: structuredJson(data, base64) })
}

function structuredJson(data: unknown, base64: unknown): string | null {
  if (typeof base64 === 'string') return Buffer.from(base64, 'base64').toString('utf8')
  return data === undefined ? null : JSON.stringify(data)
}

function build(record: LogRecord, all: Readonly<Record<string, string>>, data: Data): Decoded {
  const { specversion, id, source, type, subject, datacontenttype: _type, ...attributes } = all
  if (specversion === undefined || !id) return { reason: 'no CloudEvent: ce_specversion or ce_id is missing' }
  if (specversion !== '1.0') return { reason: `CloudEvents version is not 1.0` }
  const idLimit = ID_LIMIT + (record.topic.startsWith('inspection.requested.') ? 0 : STEP_BYTES)
  if (Buffer.byteLength(id) > idLimit) return { reason: `ce_id is longer than ${ID_LIMIT} bytes` }
  const key = record.key?.toString('utf8') ?? ''
  return {
    event: { id, source: source ?? '', type: type ?? '', subject: subject ?? id, key, attributes, ...data },
  }
}
