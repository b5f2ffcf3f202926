import { randomUUID } from 'node:crypto'
import { Failure, unavailable } from '#shared/errors.ts'
import { tenantIdOf } from '#shared/messages/inspection.ts'
import { type InspectionRequested, requestRecord } from '#shared/messages/inspection-requested.ts'
import type { AvailableOperation } from '#shared/operations/parameters.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { referenceNow } from '#shared/reference-clock.ts'
import type { InspectionRecord } from '#shared/store/inspection-record.ts'
import { INSPECTION_TTL, inspectionKey } from '#shared/store/keys.ts'
import { type ApiKey, ownerOf } from '../access/api-keys.ts'
import type { StorageLimits } from '../access/storage-limits.ts'
import { operationRoutes } from '../operations/index.ts'
import type { AdmissionControl, Rejection } from './admission/admission.ts'
import { requestIdentity } from './answer-cache.ts'
import type { InFlightInspection, SingleFlight } from './single-flight.ts'

/** What a client asked for, checked. */
export interface InspectionRequest {
  readonly operation: AvailableOperation
  readonly parameters: InspectionRequested['parameters']
  readonly owner: ApiKey
  readonly traceparent: string | null
  /** Milliseconds that the client waits for the answer. */
  readonly waitMs: number
  /** The answer of an inspection that has ended, when the client takes one. */
  readCache(): Promise<string | null>
}

/** A request that was found to be answered already, by this JSON. */
export interface CacheHit {
  readonly cachedJson: string
}

/** A request under the id that its client knows it by. */
export interface Submission {
  readonly id: string
  readonly request: InspectionRequest
  readonly identity: string
  /** The client waits until then, by `referenceNow`. */
  readonly until: number
}

export interface SubmitPorts {
  readonly log: EventLog
  readonly store: KeyValues
  readonly admission: Pick<AdmissionControl, 'tryAdmit' | 'release'>
  readonly storage: StorageLimits
}

/**
 * An inspection goes on for so long after its client has left: the client finds the answer where it was told to look,
 * and who asks the same in the meantime can join.
 */
const GRACE_AFTER_CLIENT_MS = 30_000

export function makeSubmission(request: InspectionRequest): Submission {
  const identity = identityOf(request)
  return { id: randomUUID(), request, identity, until: referenceNow() + request.waitMs }
}

/** What is always made anew depends on who asks: an audit is compared with its owner's earlier ones. */
function identityOf({ operation, parameters, owner }: InspectionRequest): string {
  const identity = requestIdentity(operation, parameters)
  const dependsOnOwner = operationRoutes[operation].bypassesCache?.(parameters) === true
  return dependsOnOwner ? `${identity}:${tenantIdOf(ownerOf(owner))}` : identity
}

/**
 * Sees to an inspection for the call: its own, under its id, or one that is under way for another. From then on the
 * call's id can be asked for. Rejects with `SERVICE_UNAVAILABLE` when there is no room, with `retry_after` where that is known.
 */
export async function submit(
  ports: SubmitPorts,
  singleFlight: SingleFlight,
  submission: Submission,
): Promise<InFlightInspection | CacheHit> {
  const { id, identity, until, request } = submission
  const own = { id, expiresAt: until + GRACE_AFTER_CLIENT_MS }
  const slot = { ...own, ...queueSlotOf(request) }
  const joinRequest = {
    identity,
    own,
    until,
    admit() {
      const rejection = ports.admission.tryAdmit(slot)
      return rejection && toFailure(rejection)
    },
    release: () => ports.admission.release(id),
    async start() {
      // One that ended after the cache was asked and before this flight was announced. Then nobody hears of this call's
      // id, and what is remembered of it expires.
      const [recalled] = await Promise.all([request.readCache(), prepare(ports, submission, own.expiresAt)])
      if (recalled !== null) return false
      await publish(ports, submission, own.expiresAt)
      return true
    },
  }
  for (;;) {
    const inFlight = await singleFlight.joinOrStart(joinRequest)
    if (inFlight?.id === id) return inFlight
    if (inFlight !== null) return recordJoined(ports.store, submission, inFlight)
    const cachedJson = await request.readCache()
    if (cachedJson !== null) return { cachedJson }
  }
}

/** What an inspection takes of the stages' capacity. */
function queueSlotOf({ operation, owner, waitMs }: InspectionRequest) {
  const { entryStage, sharing } = operationRoutes[operation]
  return { entryStage, sharing, waitMs, owner: owner.id, tenant: tenantIdOf(ownerOf(owner)) }
}

function toFailure({ reason, retryAfter }: Rejection): Failure {
  if (retryAfter === null) return unavailable(reason)
  const message = 'There is no capacity to answer within the time that this call waits; try again later'
  return new Failure('SERVICE_UNAVAILABLE', message, { details: { retry_after: retryAfter } })
}

async function recordJoined(
  store: KeyValues,
  submission: Submission,
  inFlight: InFlightInspection,
): Promise<InFlightInspection> {
  await saveRecord(store, submission, { sameAs: inFlight.id, expiresAt: inFlight.expiresAt })
  return inFlight
}

/** Who reads the request finds all this: it is there before the request is published. */
async function prepare(
  { store, storage }: SubmitPorts,
  submission: Submission,
  expiresAt: number,
): Promise<void> {
  const { identity, request } = submission
  await Promise.all([saveRecord(store, submission, { identity, expiresAt }), storage.publish(request.owner)])
}

async function publish({ log }: SubmitPorts, { id, request }: Submission, expiresAt: number): Promise<void> {
  const { operation, parameters, owner, traceparent } = request
  const inspection: InspectionRequested = {
    id,
    operation,
    lane: 'interactive',
    parameters,
    url: parameters.url,
    expiresAt,
    traceparent,
    timing: '',
    tenant: tenantIdOf(ownerOf(owner)),
  }
  await log.append([requestRecord(inspection)])
}

function saveRecord(
  store: KeyValues,
  { id, request }: Submission,
  more: Pick<InspectionRecord, 'identity' | 'sameAs' | 'expiresAt'>,
): Promise<void> {
  const { owner, operation, parameters } = request
  const record: InspectionRecord = { owner: owner.id, operation, url: parameters.url, ...more }
  return store.set(inspectionKey(id), JSON.stringify(record), INSPECTION_TTL)
}
