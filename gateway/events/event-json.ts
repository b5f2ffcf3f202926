import { type CloudEvent, fromRecord } from '#shared/messages/cloud-event.ts'
import { readJson } from '#shared/messages/json.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

/** An event of the log, ready to be written for a reader. */
export interface ReadableEvent {
  readonly type: string
  /** The event in the JSON format of CloudEvents on one line, with the extension attribute `cursor`. */
  json(cursor: string): string
}

/** Null for a record that is no event. */
export function readableEvent(record: LogRecord): ReadableEvent | null {
  const decoded = fromRecord(record)
  if (!('event' in decoded)) return null
  const { event } = decoded
  const head = JSON.stringify(attributesOf(event)).slice(0, -1)
  const data = event.json === null ? '' : `,"data":${onOneLine(event.json)}`
  return { type: event.type, json: (cursor) => `${head},"cursor":"${cursor}"${data}}` }
}

/** CloudEvents, JSON format, section 2. No attribute is empty. */
function attributesOf({ id, source, type, subject, attributes }: CloudEvent): Record<string, string> {
  const own = { specversion: '1.0', id, source, type, subject, datacontenttype: 'application/json' }
  const all = Object.entries({ ...own, ...attributes })
  return Object.fromEntries(all.filter(([, value]) => value !== ''))
}

/** Values are put in as they are: reading and writing each would cost more than all the rest. */
function onOneLine(json: string): string {
  return /[\r\n]/.test(json) ? JSON.stringify(readJson(json) ?? null) : json
}
