import { loadLarge } from '#shared/messages/claim-check/large-value.ts'
import { tenantIdOf } from '#shared/messages/events/inspection.ts'
import { type Outcome, outcomeFromText } from '#shared/messages/events/outcome.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import type { InspectionRecord } from '#shared/store/inspection-record.ts'
import { readRecord } from '#shared/store/inspection-records.ts'
import { outcomeKey } from '#shared/store/keys.ts'
import { type ApiKey, ownerOf } from '../access/api-keys.ts'
import { forCaller } from './caller-view.ts'

/** The status of an inspection: its outcome, still running, or unknown (also when its outcome has expired). */
export type InspectionStatus = { readonly outcome: Outcome } | 'running' | 'unknown'

export interface StatusPorts {
  readonly store: KeyValues
  readonly objects: ObjectStore
}

/**
 * Reads the status of the inspection `id` for the holder of `key`. The outcome of a shared inspection has the caller's
 * own URL and id.
 */
export async function readStatus(ports: StatusPorts, id: string, key: ApiKey): Promise<InspectionStatus> {
  const { store } = ports
  const [record, ownText] = await Promise.all([readRecord(store, id), store.get(outcomeKey(id))])
  if (record === null || !isReadable(record, key)) return 'unknown'
  const { sameAs, url } = record
  const text = sameAs === undefined ? ownText : await store.get(outcomeKey(sameAs))
  if (typeof text !== 'string') return hasEnded(record) ? 'unknown' : 'running'
  const outcome = await loadBody(ports.objects, outcomeFromText(text))
  if (outcome === null) return 'unknown'
  return { outcome: sameAs === undefined ? outcome : forCaller(outcome, sameAs, { id, url }) }
}

/** An inspection without an outcome counts as ended this long after its expiry: its outcome has expired. */
const ASSUME_ENDED_MS = 600_000

function hasEnded({ ended, expiresAt }: InspectionRecord): boolean {
  return ended === true || (expiresAt !== undefined && Date.now() > expiresAt + ASSUME_ENDED_MS)
}

/** A batch inspection is visible to its owner, one of an external producer to every owner of the scope `batch`. */
function isReadable({ owner, tenant }: InspectionRecord, key: ApiKey): boolean {
  if (owner !== null) return owner === key.id
  return key.scopes.includes('batch') && (tenant === undefined || tenant === tenantIdOf(ownerOf(key)))
}

/**
 * Loads the outcome's value from the object store if it is there; null when it has expired. Rejects with
 * `SERVICE_UNAVAILABLE` when the store is unavailable.
 */
export async function loadBody(objects: ObjectStore, outcome: Outcome): Promise<Outcome | null> {
  if (outcome.dataref === null) return outcome
  const json = await loadLarge(objects, outcome.dataref)
  return json === null ? null : { ...outcome, json, dataref: null }
}
