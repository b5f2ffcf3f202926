import type { Inspection } from '#shared/messages/inspection.ts'
import { type Outcome, outcomeFromText } from '#shared/messages/outcome.ts'
import { type BatchRecord, shortPosition } from '#shared/store/inspection-record.ts'
import { claimRecord, type RecordStore, readRecord, writeRecord } from '#shared/store/inspection-records.ts'
import { INSPECTION_TTL, outcomeKey } from '#shared/store/keys.ts'

/** A batch request as it was read from the log. */
export interface BatchRequest {
  readonly inspection: Pick<Inspection, 'id' | 'tenant'>
  /** Its position in the log: see `logPosition`. */
  readonly position: string
  /** The number of its release by the frontier: see `RequestVerifier.lease`. */
  readonly lease: number
}

/** What to do with a batch request: work on it, drop it, or publish the outcome that already exists again. */
export type DuplicateDecision = 'work' | 'drop' | { readonly outcome: Outcome }

/**
 * Decides whether a batch request is processed. Requests with the same id are one inspection, and the first request wins.
 * - Another position in the log: a duplicate, it is dropped.
 * - The same position: a redelivery, it is processed until the inspection has ended.
 * - A later lease: it replaces all earlier releases, since the frontier did not learn of an outcome. The outcome that the
 *   store still has is published again. Without one the work is repeated; its outcome may differ but has the same event
 *   id, so consumers that have the first one drop it.
 * Rejects with `SERVICE_UNAVAILABLE` while the store is unavailable.
 */
export async function checkDuplicate(
  store: RecordStore,
  { inspection: { id, tenant }, position, lease }: BatchRequest,
): Promise<DuplicateDecision> {
  const incoming: BatchRecord = { position: shortPosition(position), lease, ...(tenant && { tenant }) }
  const known = await claimRecord(store, id, incoming)
  if (known === null) return 'work'
  const { lease: knownLease = 1, digest } = known
  if (lease === knownLease && !known.ended && known.position === incoming.position) return 'work'
  if (lease <= knownLease) return 'drop'
  const outcome = await store.get(outcomeKey(id))
  if (outcome !== null) return { outcome: outcomeFromText(outcome) }
  await writeRecord(store, id, { ...incoming, ...(digest && { digest }) }, INSPECTION_TTL)
  return 'work'
}

/** Whether the store has recorded the end of the inspection. */
export async function hasEnded(store: RecordStore, id: string): Promise<boolean> {
  return (await readRecord(store, id))?.ended === true
}
