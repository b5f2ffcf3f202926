import type { Inspection } from '#shared/messages/inspection.ts'
import { type Outcome, outcomeFromText } from '#shared/messages/outcome.ts'
import { type BatchRecord, shortPosition } from '#shared/store/inspection-record.ts'
import { claimRecord, type RecordStore, readRecord, writeRecord } from '#shared/store/inspection-records.ts'
import { INSPECTION_TTL, outcomeKey } from '#shared/store/keys.ts'

/** A batch request as it comes from the log. */
export interface BatchRequest {
  readonly inspection: Pick<Inspection, 'id' | 'tenant'>
  /** Where it stands in the log: see `placeOf`. */
  readonly position: string
  /** Which release of the frontier it is: see `Origins`. */
  readonly lease: number
}

/** What is to be done for a batch request: it is worked on, dropped, or the outcome that there is already published again. */
export type DuplicateDecision = 'work' | 'drop' | { readonly outcome: Outcome }

/**
 * Whether a batch request is worked on. The same id twice is one inspection, the first wins: a request that stands
 * elsewhere in the log is a repeat and is dropped, the same place again is a redelivery and goes on until the inspection
 * has ended. One with a later lease stands for all before it: the frontier has not heard of an ending. It publishes the
 * outcome again that the store still has; where that is gone, the work is done again, and its outcome may be another one
 * with the same event id, which consumers that had the first drop.
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

/** Whether an inspection has ended, as far as the store knows. */
export async function hasEnded(store: RecordStore, id: string): Promise<boolean> {
  return (await readRecord(store, id))?.ended === true
}
