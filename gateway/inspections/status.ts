import { loadLarge } from '#shared/messages/claim-check/large-value.ts'
import { tenantIdOf } from '#shared/messages/events/inspection.ts'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { placeOfItem, readItemOutcome } from '#shared/store/batch-items.ts'
import type { InspectionRecord } from '#shared/store/inspection-record.ts'
import { readRecord } from '#shared/store/inspection-record.ts'
import { readOutcome } from '#shared/store/outcomes.ts'
import { type ApiKey, ownerOf } from '../access/api-keys.ts'
import { type Answer, answerOf, forCaller, forOwnCaller } from './caller-view.ts'
import { type ItemStatusPorts, readRecordedAnswer } from './item-status.ts'

/** The status of an inspection: its answer, still running, or unknown (also when its outcome has expired). */
export type InspectionStatus = { readonly answer: Answer } | 'running' | 'unknown'

export interface StatusPorts extends ItemStatusPorts {
  readonly store: KeyValues
  readonly objects: ObjectStore
}

/**
 * Reads the status of the inspection `id` for the holder of `key`. The answer of a shared inspection has the caller's
 * own URL and id.
 */
export async function readStatus(ports: StatusPorts, id: string, key: ApiKey): Promise<InspectionStatus> {
  const { store } = ports
  const place = placeOfItem(id)
  const ownOutcome = place === null ? readOutcome(store, id) : readItemOutcome(store, id, place)
  const [record, own] = await Promise.all([readRecord(store, id), ownOutcome])
  if (place !== null && isRecorded(record)) {
    const answer = await readRecordedAnswer(ports, id, place, key)
    return answer === null ? 'unknown' : { answer }
  }
  return record !== null && isReadable(record, key) ? statusOf(ports, id, record, own) : 'unknown'
}

async function statusOf(
  { store, objects }: StatusPorts,
  id: string,
  record: InspectionRecord,
  own: Outcome | null,
): Promise<InspectionStatus> {
  const { sameAs, operation, url } = record
  const outcome = sameAs === undefined ? own : await readOutcome(store, sameAs)
  if (outcome === null) return hasEnded(record) ? 'unknown' : 'running'
  const answer = await loadAnswer(objects, outcome)
  if (answer === null) return 'unknown'
  const isOwn = sameAs === undefined
  return { answer: isOwn ? forOwnCaller(answer, id, operation, url) : forCaller(answer, sameAs, { id, url }) }
}

/** Whether the batch part has recorded the end of an item: then nothing else is known here, not even whose it is. */
function isRecorded(record: InspectionRecord | null): boolean {
  return record === null || (record.ended === true && record.digest === undefined)
}

/** An inspection without an outcome counts as ended this long after its expiry: its outcome has expired. */
const ASSUME_ENDED_MS = 600_000

/** Whether an inspection without an outcome has ended all the same. */
export function hasEnded({ ended, end, expiresAt }: InspectionRecord): boolean {
  const isOverdue = expiresAt !== undefined && Date.now() > expiresAt + ASSUME_ENDED_MS
  return ended === true || end !== undefined || isOverdue
}

/**
 * An inspection is visible to the keys of its owner; one of a batch needs the scope `batch`. One of an external producer is
 * visible to every owner with that scope.
 */
function isReadable({ owner, tenant }: InspectionRecord, key: ApiKey): boolean {
  const isOfOwner = tenant === tenantIdOf(ownerOf(key))
  if (owner !== null) return owner === key.id || isOfOwner
  return key.scopes.includes('batch') && (tenant === undefined || isOfOwner)
}

/**
 * The answer that an outcome holds, or refers to in the object store; null when that value has expired. Rejects with
 * `SERVICE_UNAVAILABLE` when the object store is unavailable.
 */
export async function loadAnswer(objects: ObjectStore, outcome: Outcome): Promise<Answer | null> {
  const { dataref } = outcome
  const json = dataref === null ? outcome.json : await loadLarge(objects, dataref)
  return json === null ? null : answerOf({ ...outcome, json })
}
