import { type CloudEvent, fromRecord } from '#shared/messages/cloud-event.ts'
import { parseJson } from '#shared/messages/json.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

/** An event of the log, ready to be written for a reader. */
export interface JsonEvent {
  readonly type: string
  /** The tenant whose inspection it ended; null for a feeder's, undefined where that isn't known: nobody's. */
  readonly tenant: string | null | undefined
  /** The event in the JSON format of CloudEvents on one line, with the extension attribute `cursor`. */
  json(cursor: string): string
}

/** Null for a record that is no event. */
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

/** Ids of batch items, as `<id of the batch>.<number>`. */
const BATCH_ITEM_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d+$/

/** Events of former versions have no tenant: those of calls and batches, by their lane and id, are nobody's then. */
function tenantOf({ attributes: { tenant, lane }, subject }: CloudEvent): string | null | undefined {
  if (tenant !== undefined) return tenant
  return lane === 'batch' && !BATCH_ITEM_ID.test(subject) ? null : undefined
}

/** CloudEvents, JSON format, section 2. No attribute is empty. */
function attributesOf({ id, source, type, subject, attributes }: CloudEvent): Record<string, string> {
  const own = { specversion: '1.0', id, source, type, subject, datacontenttype: 'application/json' }
  const all = Object.entries({ ...own, ...attributes })
  return Object.fromEntries(all.filter(([, value]) => value !== ''))
}

/** Values are put in as they are: reading and writing each would cost more than all the rest. */
function onOneLine(json: string): string {
  return /[\r\n]/.test(json) ? JSON.stringify(parseJson(json) ?? null) : json
}
