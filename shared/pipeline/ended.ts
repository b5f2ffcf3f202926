import type { InspectionRecord } from '#shared/pipeline/store-keys.ts'
import { INSPECTION_TTL, inspectionKey } from '#shared/pipeline/store-keys.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

/** A batch request that has ended: its id, who asked for it and what for. */
export interface EndedRequest {
  readonly id: string
  readonly operation: string | null
  readonly tenant?: string
}

/**
 * Notes that a batch request has ended, so that an expired answer is not taken for one that still runs. Keys of its owner
 * with scope `batch` may read it, a feeder's any of them. Call it after the outcome is in the log: until then a
 * redelivery of the request must go on.
 */
export async function noteEnded(store: KeyValues, { id, operation, tenant }: EndedRequest): Promise<void> {
  const record: InspectionRecord = {
    owner: null,
    operation,
    url: '',
    ended: true,
    ...(tenant !== undefined && { tenant }),
  }
  await store.set(inspectionKey(id), JSON.stringify(record), INSPECTION_TTL)
}
