import { type CloudEvent, fromRecord } from '#shared/messages/events/cloud-event.ts'
import { parseJson } from '#shared/messages/json.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

/** An event of the log in the form that a stream sends. */
export interface JsonEvent {
  readonly type: string
  /**
   * The tenant of the inspection. Null for one of an external producer; undefined when unknown: then no reader gets it.
   */
  readonly tenant: string | null | undefined
  /** The event in the JSON format of CloudEvents, on one line, with the extension attribute `cursor`. */
  json(cursor: string): string
}

/** Converts a record of the log; null when it is not a CloudEvent. */
export function toJsonEvent(record: LogRecord): JsonEvent | null {
  const decoded = fromRecord(record)
  if (!('event' in decoded)) return null
  const { event } = decoded
  const head = JSON.stringify(attributesOf(event)).slice(0, -1)
  const data = event.json === null ? '' : `,"data":${onOneLine(event.json)}`
  return {
    type: event.type,
    tenant: tenantOf(event),
    json: (cursor) => `${head},"cursor":"${cursor}"${data}}`,
  }
}

/** Id of a batch item: `<id of the batch>.<number>`. */
const BATCH_ITEM_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d+$/

/**
 * Events of earlier versions have no tenant. Lane and id tell whether a call or a batch requested the inspection; then
 * its tenant is unknown.
 */
function tenantOf({ attributes: { tenant, lane }, subject }: CloudEvent): string | null | undefined {
  if (tenant !== undefined) return tenant
  return lane === 'batch' && !BATCH_ITEM_ID.test(subject) ? null : undefined
}

/** The attributes of the event (CloudEvents, JSON format, section 2). An empty attribute is left out. */
function attributesOf({ id, source, type, subject, attributes }: CloudEvent): Record<string, string> {
  const own = { specversion: '1.0', id, source, type, subject, datacontenttype: 'application/json' }
  const all = Object.entries({ ...own, ...attributes })
  return Object.fromEntries(all.filter(([, value]) => value !== ''))
}

/** Inserts values as they are: parsing and serializing each would cost more than the rest of the stream. */
function onOneLine(json: string): string {
  return /[\r\n]/.test(json) ? JSON.stringify(parseJson(json) ?? null) : json
}
