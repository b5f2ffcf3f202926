import type { Inspection } from '#shared/messages/events/inspection.ts'
import { FACTS, hostKey } from '#shared/messages/topics.ts'
import type { LogRecord, NewRecord, RecordPlace } from '#shared/ports/event-log.ts'

/** Where the facts of an ended item are in the topic of facts. */
export type FactsPlace = Pick<RecordPlace, 'partition' | 'offset'>

/** Header of a record of facts: the inspection id of the item. A place may belong to a log that was there before. */
const ITEM = 'id'
const PLACE = /^(\d{1,9}):(\d{1,15})$/

/** The record of the facts of an item, see `encodePageFacts`: internal, and no event. */
export function factsRecord({ id, url }: Pick<Inspection, 'id' | 'url'>, facts: string): NewRecord {
  return { topic: FACTS, key: hostKey(url), value: facts, headers: { [ITEM]: id } }
}

/** The facts that a record holds of the item with this inspection id; null when it is another item's. */
export function factsOf({ headers, value }: Pick<LogRecord, 'headers' | 'value'>, id: string): string | null {
  return headers[ITEM]?.toString() === id && value !== null ? value.toString() : null
}

/** The place as text: `<partition>:<offset>`. */
export function factsPlaceToText({ partition, offset }: FactsPlace): string {
  return `${partition}:${offset}`
}

/** Null when the text, which anybody may have written, names no place. */
export function factsPlaceFromText(text: string): FactsPlace | null {
  const [, partition, offset] = PLACE.exec(text) ?? []
  return partition === undefined ? null : { partition: Number(partition), offset: Number(offset) }
}
