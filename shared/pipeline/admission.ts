import type { Inspection } from '#shared/messages/inspection.ts'
import { INSPECTION_TTL, type InspectionRecord, inspectionKey } from '#shared/pipeline/store-keys.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

/**
 * Whether a batch request is the first of its id. The same id twice is one inspection, the first wins: a request that
 * stands elsewhere in the log is a repeat and is dropped, the same place again is a redelivery and goes on.
 */
export async function admit(store: KeyValues, inspection: Inspection, position: string): Promise<boolean> {
  const { operation, url, tenant } = inspection
  const record: InspectionRecord = { owner: null, operation, url, position, ...(tenant && { tenant }) }
  const first = await store.claim(inspectionKey(inspection.id), JSON.stringify(record), INSPECTION_TTL)
  return (JSON.parse(first) as InspectionRecord).position === position
}
