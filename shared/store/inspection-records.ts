import { isItemId } from '#shared/messages/events/seal.ts'
import type { GroupedValues, KeyValues } from '#shared/ports/result-store.ts'
import {
  type BatchRecord,
  batchRecordToText,
  type InspectionRecord,
  inspectionRecordFromText,
} from '#shared/store/inspection-record.ts'
import { INSPECTION_TTL, inspectionKey } from '#shared/store/keys.ts'

/** The store of inspection records. */
export type RecordStore = Pick<KeyValues, 'get' | 'set' | 'claim'> & GroupedValues

/** Items of a batch whose records share a group. */
const GROUP = 128

/** The group and name of the record of a batch item; null for any other inspection, which has a key of its own. */
function groupedKey(id: string): { readonly group: string; readonly name: string } | null {
  if (!isItemId(id)) return null
  const dot = id.lastIndexOf('.')
  const seq = Number(id.slice(dot + 1))
  return { group: `inspections:${id.slice(0, dot)}.${Math.floor(seq / GROUP)}`, name: String(seq % GROUP) }
}

/** Reads the record of an inspection; null = none. */
export async function readRecord(store: RecordStore, id: string): Promise<InspectionRecord | null> {
  const key = groupedKey(id)
  const text = await (key === null ? store.get(inspectionKey(id)) : store.getIn(key.group, key.name))
  return text === null ? null : inspectionRecordFromText(text)
}

/** Claims the id for a batch request. Null = `record` is the first one; otherwise the record of the first request. */
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

/** Writes the record of a batch request. */
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

/** The end of a batch request: id, tenant, the last admitted release, and the `outcomeDigest` of its outcome. */
export type EndedRequest = { readonly id: string; readonly digest: string } & Pick<
  BatchRecord,
  'tenant' | 'lease'
>

/**
 * Records that a batch request has ended, so that it is neither reported as running after its outcome expired nor processed
 * again. Keys of its owner with scope `batch` may read it; any owner may read that of an external producer. Call it after
 * the outcome is in the log: until then a redelivery has to be processed. `ttlSeconds`: the retention of the outcome there.
 */
export async function markEnded(
  store: RecordStore,
  { id, ...record }: EndedRequest,
  ttlSeconds: number,
): Promise<void> {
  await writeRecord(store, id, { ...record, ended: true }, ttlSeconds)
}
