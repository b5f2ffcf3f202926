import { isItemId } from '#shared/messages/seal.ts'
import type { GroupedValues, KeyValues } from '#shared/ports/result-store.ts'
import {
  type BatchRecord,
  batchRecordToText,
  type InspectionRecord,
  inspectionRecordFromText,
} from '#shared/store/inspection-record.ts'
import { INSPECTION_TTL, inspectionKey } from '#shared/store/keys.ts'

/** Where records of inspections are kept. */
export type RecordStore = Pick<KeyValues, 'get' | 'set' | 'claim'> & GroupedValues

/** Items of a batch whose records lie together. */
const GROUP = 128

/** Where the record of a batch's item is; null for that of any other inspection, which has a key of its own. */
function groupedKey(id: string): { readonly group: string; readonly name: string } | null {
  if (!isItemId(id)) return null
  const dot = id.lastIndexOf('.')
  const seq = Number(id.slice(dot + 1))
  return { group: `inspections:${id.slice(0, dot)}.${Math.floor(seq / GROUP)}`, name: String(seq % GROUP) }
}

/** What is known of an inspection; null = nothing. */
export async function readRecord(store: RecordStore, id: string): Promise<InspectionRecord | null> {
  const key = groupedKey(id)
  const text = await (key === null ? store.get(inspectionKey(id)) : store.getIn(key.group, key.name))
  return text === null ? null : inspectionRecordFromText(text)
}

/** The record of the first batch request with the id: the one given here, or that of who came before; null for the one given. */
export async function claimRecord(
  store: RecordStore,
  id: string,
  record: BatchRecord,
): Promise<InspectionRecord | null> {
  const [key, text] = [groupedKey(id), batchRecordToText(record)]
  const first = await (key === null
    ? store.claim(inspectionKey(id), text, INSPECTION_TTL)
    : store.claimIn(key.group, key.name, text, INSPECTION_TTL))
  return first === text ? null : inspectionRecordFromText(first)
}

export async function writeRecord(
  store: RecordStore,
  id: string,
  record: BatchRecord,
  ttlSeconds: number,
): Promise<void> {
  const [key, text] = [groupedKey(id), batchRecordToText(record)]
  await (key === null
    ? store.set(inspectionKey(id), text, ttlSeconds)
    : store.setIn(key.group, key.name, text, ttlSeconds))
}
