import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import { identityOf } from '#shared/messages/request-ids.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { claimItemOutcome, type ItemPlace, placeOfItem } from '#shared/store/batch-items.ts'
import {
  type InspectionRecord,
  markEnded,
  outcomeDigest,
  readRecord,
} from '#shared/store/inspection-record.ts'
import { claimOutcome, dropOutcome } from '#shared/store/outcomes.ts'

export interface BatchEnding {
  readonly store: KeyValues
  /** Seconds that the store keeps the outcome of a request of an external producer. */
  readonly batchResultTtl: number
  /** Seconds that the log keeps outcomes. The store remembers the end of a batch request as long. */
  readonly outcomeTtl: number
  /** Publishes the first outcome of the inspection. Resolves once the log has it. */
  publish(outcome: Outcome): Promise<void>
}

/**
 * Ends a batch request with an outcome: the first one is published, unless the end is recorded already. Answers whether this one
 * is it. Waits while the store is unavailable.
 */
export function completeBatch(
  ending: BatchEnding,
  inspection: Inspection,
  outcome: Outcome,
): Promise<boolean> {
  const place = placeOfItem(inspection.id)
  return place === null ? completeForeign(ending, inspection, outcome) : completeItem(ending, place, outcome)
}

/** The store keeps the outcome until the batch part has recorded it: whoever has another one publishes this one again. */
async function completeItem(
  { store, outcomeTtl, publish }: BatchEnding,
  place: ItemPlace,
  outcome: Outcome,
): Promise<boolean> {
  const claim = () => claimItemOutcome(store, place, outcome, outcomeTtl)
  const claimed = await retryWhileUnavailable(claim)
  if (claimed === null) return false
  await publish(claimed.first)
  return claimed.isFirst
}

/** Of a request of an external producer the store keeps the digest of the first outcome for as long as the log keeps that. */
async function completeForeign(
  { store, batchResultTtl, outcomeTtl, publish }: BatchEnding,
  inspection: Inspection,
  outcome: Outcome,
): Promise<boolean> {
  const { id, tenant } = inspection
  const claim = () => Promise.all([claimOutcome(store, id, outcome, batchResultTtl), readRecord(store, id)])
  const [{ first, isFirst }, record] = await retryWhileUnavailable(claim)
  if (isFirst && isAnother(record, outcome)) {
    await retryWhileUnavailable(() => dropOutcome(store, id))
    return false
  }
  await publish(first)
  const { lease, request = identityOf(inspection) } = record ?? {}
  const about = { ...(tenant && { tenant }), ...(lease && { lease }), ...(request && { request }) }
  const ended = { id, outcome: first, ...about }
  await retryWhileUnavailable(() => markEnded(store, ended, outcomeTtl))
  return isFirst
}

/** Whether the request has ended with another outcome, which the store has dropped but the log still has. */
function isAnother(record: InspectionRecord | null, outcome: Outcome): boolean {
  return record?.ended === true && record.digest !== outcomeDigest(outcome)
}
