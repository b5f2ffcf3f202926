import type { Outcome } from '#shared/messages/outcome.ts'
import { batchRecordToText, digestOf, inspectionRecordFromText } from '#shared/pipeline/inspection-record.ts'
import { inspectionKey } from '#shared/pipeline/store-keys.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

/** A batch request that has ended: its id, who asked for it, and what it came to. */
export interface EndedRequest {
  readonly id: string
  readonly tenant?: string
  readonly outcome: Outcome
}

/**
 * Notes for `ttlSeconds` that a batch request has ended, with a digest of its outcome and its last release: until then a
 * redelivery is dropped, and an expired answer is not taken for one that still runs. Call it after the outcome is in the
 * log: before, a redelivery must go on. Answers whether another outcome was noted earlier: consumers drop the later one by
 * its event id, and the page was inspected twice.
 */
export async function noteEnded(
  store: Pick<KeyValues, 'swap' | 'set'>,
  { id, tenant, outcome }: EndedRequest,
  ttlSeconds: number,
): Promise<'first' | 'another'> {
  const ended = { ended: true, digest: digestOf(outcome), ...(tenant !== undefined && { tenant }) } as const
  const before = await store.swap(inspectionKey(id), batchRecordToText(ended), ttlSeconds)
  const { lease, digest = ended.digest } = before === null ? {} : inspectionRecordFromText(before)
  if (lease !== undefined)
    await store.set(inspectionKey(id), batchRecordToText({ ...ended, lease }), ttlSeconds)
  return digest === ended.digest ? 'first' : 'another'
}
