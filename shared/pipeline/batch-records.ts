import { isItemId } from '#shared/messages/origin.ts'
import {
  type BatchRecord,
  batchRecordToText,
  type InspectionRecord,
  inspectionRecordFromText,
} from '#shared/pipeline/inspection-record.ts'
import { INSPECTION_TTL, inspectionKey } from '#shared/pipeline/store-keys.ts'
import type { GroupedValues, KeyValues } from '#shared/ports/result-store.ts'

/** Where records of inspections are kept. */
export type RecordStore = Pick<KeyValues, 'get' | 'set' | 'claim'> & GroupedValues

/** Items of a batch whose records lie together. */
const GROUP = 128

/** Where the record of a batch's item is; null for that of any other inspection, which has a key of its own. */
function placeOf(id: string): { readonly group: string; readonly name: string } | null {
  if (!isItemId(id)) return null
  const dot = id.lastIndexOf('.')
  const seq = Number(id.slice(dot + 1))
  return { group: `inspections:${id.slice(0, dot)}.${Math.floor(seq / GROUP)}`, name: String(seq % GROUP) }
}

/** What is known of an inspection; null = nothing. */
export async function readRecord(store: RecordStore, id: string): Promise<InspectionRecord | null> {
  const place = placeOf(id)
  const text = await (place === null ? store.get(inspectionKey(id)) : store.getIn(place.group, place.name))
  return text === null ? null : inspectionRecordFromText(text)
}

/** The record of the first batch request with the id: the one given here, or that of who came before; null for the one given. */
export async function claimRecord(
  store: RecordStore,
  id: string,
  record: BatchRecord,
): Promise<InspectionRecord | null> {
  const [place, text] = [placeOf(id), batchRecordToText(record)]
  const first = await (place === null
    ? store.claim(inspectionKey(id), text, INSPECTION_TTL)
    : store.claimIn(place.group, place.name, text, INSPECTION_TTL))
  return first === text ? null : inspectionRecordFromText(first)
}

export async function writeRecord(
  store: RecordStore,
  id: string,
  record: BatchRecord,
  ttlSeconds: number,
): Promise<void> {
  const [place, text] = [placeOf(id), batchRecordToText(record)]
  await (place === null
    ? store.set(inspectionKey(id), text, ttlSeconds)
    : store.setIn(place.group, place.name, text, ttlSeconds))
}
