import type { BatchRecord } from '#shared/store/inspection-record.ts'
import { type RecordStore, writeRecord } from '#shared/store/inspection-records.ts'

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
