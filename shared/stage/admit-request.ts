import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import { logPosition } from '#shared/messages/events/deferred.ts'
import { admittedId, inspectionIds, requestIdentity } from '#shared/messages/request-ids.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { type BatchRequest, batchRecordOf, decideDuplicate } from '#shared/stage/middleware/deduplicate.ts'
import type { RequestVerifier } from '#shared/stage/middleware/verify-request.ts'
import type { DuplicateDecision } from '#shared/stage/middleware.ts'
import {
  claimRecord,
  type InspectionRecord,
  type RecordStore,
  readRecord,
  shortPosition,
} from '#shared/store/inspection-record.ts'

/** The reason of the dead letter for a request whose possible ids all belong to other requests. */
export const NO_FREE_ID = 'other requests have all ids that the inspection of this one could have'

/** The inspection id of a feeder's request, and what to do with the request. */
export interface Admission {
  readonly id: string
  readonly decision: DuplicateDecision
}

/**
 * Finds the inspection id of a feeder's request, and decides whether it is processed: see `checkDuplicate`. A request is
 * its source and id: where a request of another source has the id, the inspection gets the next of `inspectionIds`. Null
 * when none is free. Rejects with `SERVICE_UNAVAILABLE` while the store is unavailable.
 */
export async function admitRequest(
  store: RecordStore,
  verifier: Pick<RequestVerifier, 'lease'>,
  record: LogRecord,
  event: CloudEvent,
): Promise<Admission | null> {
  const about = { position: logPosition(record), request: requestIdentity(event) }
  const all = inspectionIds(event)
  const ids = all.slice(all.indexOf(admittedId(record, event)))
  for (const [at, id] of ids.entries()) {
    const request = { ...about, inspection: { id }, lease: await verifier.lease(record, { id }) }
    const known = await claimRecord(store, id, batchRecordOf(request))
    if (known === null) return { id, decision: 'work' }
    if (await isOfAnother(store, request, known, ids.slice(at + 1))) continue
    return { id, decision: await decideDuplicate(store, request, known) }
  }
  return null
}

/**
 * Whether the record that has the id is that of another request. One that an earlier version wrote does not tell; it counts
 * as the same, as it did then, unless this request has one of the further ids.
 */
async function isOfAnother(
  store: RecordStore,
  { request, position }: BatchRequest,
  known: InspectionRecord,
  furtherIds: readonly string[],
): Promise<boolean> {
  if (known.request !== undefined) return known.request !== request
  const isOfCall = known.owner !== null
  if (isOfCall || known.position === shortPosition(position)) return isOfCall
  const further = await Promise.all(furtherIds.map((id) => readRecord(store, id)))
  return further.some((one) => one?.request === request)
}
