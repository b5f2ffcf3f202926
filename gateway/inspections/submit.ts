import { randomUUID } from 'node:crypto'
import { tenantIdOf } from '#shared/messages/events/inspection.ts'
import { type InspectionRequested, requestRecord } from '#shared/messages/events/inspection-requested.ts'
import type { AvailableOperation } from '#shared/operations/parameters.ts'
import { inspectedUrl } from '#shared/operations/rendered.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { KeyValues, RecentTexts } from '#shared/ports/result-store.ts'
import type { InspectionRecord } from '#shared/store/inspection-record.ts'
import { INSPECTION_TTL, inspectionKey } from '#shared/store/keys.ts'
import { referenceNow } from '#shared/store/reference-clock.ts'
import { type ApiKey, ownerOf } from '../access/api-keys.ts'
import type { StorageLimits } from '../access/storage-limits.ts'
import { operationRoutes } from '../operations/index.ts'
import type { AdmissionRequest } from './admission/admission.ts'
import { requestIdentity } from './answer-cache.ts'
import { addToHistory } from './history.ts'
import type { JoinedInspection, SingleFlight } from './single-flight.ts'

/** A valid request of a client. */
export interface InspectionRequest {
  readonly operation: AvailableOperation
  readonly parameters: InspectionRequested['parameters']
  readonly owner: ApiKey
  readonly traceparent: string | null
  /** Time that the client waits for the answer, in milliseconds. */
  readonly waitMs: number
  /** Reads a cached answer; null when there is none or the client does not accept one. */
  readCache(): Promise<string | null>
}

/** The cached answer of a request. */
export interface CacheHit {
  readonly cachedJson: string
}

/** A request with the inspection id that its client gets. */
export interface Submission {
  readonly id: string
  readonly request: InspectionRequest
  readonly identity: string
  /** The client waits until then, by `referenceNow`. */
  readonly until: number
  /** End of the life of the request's own inspection. */
  readonly expiresAt: number
}

export interface SubmitPorts {
  readonly log: EventLog
  readonly store: KeyValues & RecentTexts
  readonly storage: StorageLimits
}

/**
 * An inspection goes on for this time after its client has given up: the client finds the answer at its `Location`, and
 * identical requests can join.
 */
const GRACE_AFTER_CLIENT_MS = 30_000

/** Gives the request a new inspection id and the end of the client's wait. */
export function makeSubmission(request: InspectionRequest): Submission {
  const identity = identityOf(request)
  const until = referenceNow() + request.waitMs
  return { id: randomUUID(), request, identity, until, expiresAt: until + GRACE_AFTER_CLIENT_MS }
}

/**
 * The result of a request that bypasses the cache depends on its owner: an audit is compared with the owner's earlier
 * ones.
 */
function identityOf({ operation, parameters, owner }: InspectionRequest): string {
  const identity = requestIdentity(operation, parameters)
  const dependsOnOwner = operationRoutes[operation].bypassesCache?.(parameters) === true
  return dependsOnOwner ? `${identity}:${tenantIdOf(ownerOf(owner))}` : identity
}

/**
 * Submits an inspection: starts the request's own, or joins an identical one in flight. Then the status of the
 * submission's id can be read. Rejects with `SERVICE_UNAVAILABLE` when there is no capacity, with `retry_after` where
 * it is known.
 */
export async function submit(
  ports: SubmitPorts,
  singleFlight: SingleFlight,
  submission: Submission,
): Promise<JoinedInspection | CacheHit> {
  const { identity, until, request } = submission
  const slot = queueSlotOf(submission)
  const joined = await singleFlight.join(identity, { until, slot, start: () => start(ports, submission) })
  if (joined === null) {
    const cachedJson = await request.readCache()
    // A request that accepts no cached answer joined one that found it: now it starts its own inspection.
    return cachedJson === null ? submit(ports, singleFlight, submission) : { cachedJson }
  }
  if (!joined.isLeader)
    await saveRecord(ports, submission, { sameAs: joined.id, expiresAt: joined.expiresAt })
  return joined
}

/** The queue slot that the inspection needs. */
function queueSlotOf({ id, expiresAt, request }: Submission): AdmissionRequest {
  const { operation, owner, waitMs } = request
  const { entryStage, sharing } = operationRoutes[operation]
  return { id, expiresAt, entryStage, sharing, waitMs, owner: owner.id, tenant: tenantIdOf(ownerOf(owner)) }
}

/**
 * Publishes the inspection. Resolves with false when it is not needed: an identical one ended after the cache was read
 * and before this one was claimed. Then the client never gets this id, and its record is deleted.
 */
async function start(ports: SubmitPorts, submission: Submission): Promise<boolean> {
  const [cachedJson] = await Promise.all([submission.request.readCache(), prepare(ports, submission)])
  if (cachedJson !== null) {
    // A record that cannot be deleted is listed as running until it counts as ended.
    await ports.store.delete(inspectionKey(submission.id)).catch(() => undefined)
    return false
  }
  await publish(ports.log, submission)
  return true
}

/** Stores what the stages and the projection read for the request, before it is published. */
async function prepare(ports: SubmitPorts, submission: Submission): Promise<void> {
  const { identity, expiresAt, request } = submission
  await Promise.all([
    saveRecord(ports, submission, { identity, expiresAt }),
    ports.storage.publish(request.owner),
  ])
}

async function publish(log: EventLog, { id, expiresAt, request }: Submission): Promise<void> {
  const { operation, parameters, owner, traceparent } = request
  const url = inspectedUrl(operation, parameters.url)
  const inspection: InspectionRequested = {
    id,
    operation,
    lane: 'interactive',
    parameters: { ...parameters, url },
    url,
    expiresAt,
    traceparent,
    timing: '',
    tenant: tenantIdOf(ownerOf(owner)),
  }
  await log.append([requestRecord(inspection)])
}

/** Stores the record of the inspection, and lists it in the history of its owner. */
async function saveRecord(
  { store }: SubmitPorts,
  { id, request }: Submission,
  more: Pick<InspectionRecord, 'identity' | 'sameAs' | 'expiresAt'>,
): Promise<void> {
  const { owner, operation, parameters } = request
  const tenant = tenantIdOf(ownerOf(owner))
  const record: InspectionRecord = { owner: owner.id, tenant, operation, url: parameters.url, ...more }
  await Promise.all([
    store.set(inspectionKey(id), JSON.stringify(record), INSPECTION_TTL),
    addToHistory(store, tenant, id),
  ])
}
