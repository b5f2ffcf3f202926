import type { BatchRecord } from '#shared/store/inspection-record.ts'
import { type RecordStore, writeRecord } from '#shared/store/inspection-records.ts'

/** A batch request that has ended: its id, who asked for it, the last release that was admitted, and `digestOf` its outcome. */
export type EndedRequest = { readonly id: string; readonly digest: string } & Pick<
  BatchRecord,
  'tenant' | 'lease'
>

/**
 * Notes that a batch request has ended, so that an expired answer is not taken for one that still runs, and nothing is done
 * for it again. Keys of its owner with scope `batch` may read it, a feeder's any of them. Call it after the outcome is in the
 * log: until then a redelivery of the request must go on. `ttlSeconds`: as long as the log keeps that.
 */
export async function markEnded(
  store: RecordStore,
  { id, ...record }: EndedRequest,
  ttlSeconds: number,
): Promise<void> {
  await writeRecord(store, id, { ...record, ended: true }, ttlSeconds)
}
