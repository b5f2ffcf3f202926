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
  /** Tenant id of the owner. */
  readonly tenant: string
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
  const tenant = tenantIdOf(ownerOf(request.owner))
  const identity = identityOf(request, tenant)
  const until = referenceNow() + request.waitMs
  return { id: randomUUID(), request, identity, tenant, until, expiresAt: until + GRACE_AFTER_CLIENT_MS }
}

/**
 * The result of a request that bypasses the cache depends on its owner: an audit is compared with the owner's earlier
 * ones.
 */
function identityOf({ operation, parameters }: InspectionRequest, tenant: string): string {
  const identity = requestIdentity(operation, parameters)
  const dependsOnOwner = operationRoutes[operation].bypassesCache?.(parameters) === true
  return dependsOnOwner ? `${identity}:${tenant}` : identity
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
  hasEnded?: () => boolean,
): Promise<JoinedInspection | CacheHit> {
  const { identity, until, request } = submission
  const own = ownInspection(ports, submission)
  const { prepare, start } = own
  const slot = queueSlotOf(submission)
  const joining = singleFlight.join(identity, { until, slot, prepare, start, ...(hasEnded && { hasEnded }) })
  const joined = await joining.catch(async (error: unknown) => {
    await own.discard()
    throw error
  })
  if (joined === null) {
    const cachedJson = await request.readCache()
    // A request that accepts no cached answer joined one that found it: now it starts its own inspection.
    return cachedJson === null ? submit(ports, singleFlight, submission, hasEnded) : { cachedJson }
  }
  if (!joined.isLeader) await own.follow(joined)
  return joined
}

/** The steps of the request's own inspection. */
function ownInspection(ports: SubmitPorts, submission: Submission) {
  const { identity, expiresAt, request } = submission
  let [isPrepared, isStarted] = [false, false]
  return {
    /** Stores what the stages and the projection read for the request, before it is published. */
    async prepare(): Promise<void> {
      isPrepared = true
      await Promise.all([
        saveRecord(ports.store, submission, { identity, expiresAt }),
        listInHistory(ports.store, submission),
        ports.storage.publish(request.owner),
      ])
    },
    start(): Promise<boolean> {
      isStarted = true
      return start(ports, submission)
    },
    /** The request is answered by another inspection. */
    async follow(joined: JoinedInspection): Promise<void> {
      await Promise.all([
        saveRecord(ports.store, submission, { sameAs: joined.id, expiresAt: joined.expiresAt }),
        ...(isPrepared ? [] : [listInHistory(ports.store, submission)]),
      ])
    },
    /** Nothing was published, so nobody learns of the record. */
    async discard(): Promise<void> {
      if (isPrepared && !isStarted) await deleteRecord(ports.store, submission)
    },
  }
}

/** A record that cannot be deleted is listed as running until it counts as ended. */
async function deleteRecord(store: Pick<KeyValues, 'delete'>, { id }: Submission): Promise<void> {
  await store.delete(inspectionKey(id)).catch(() => undefined)
}

/** The queue slot that the inspection needs. */
function queueSlotOf({ id, expiresAt, tenant, request }: Submission): AdmissionRequest {
  const { operation, owner, waitMs } = request
  const { entryStage, sharing } = operationRoutes[operation]
  return { id, expiresAt, entryStage, sharing, waitMs, owner: owner.id, tenant }
}

/**
 * Publishes the inspection. Resolves with false when it is not needed: an identical one ended after the cache was read
 * and before this one was claimed. Then the client never gets this id, and its record is deleted.
 */
async function start(ports: SubmitPorts, submission: Submission): Promise<boolean> {
  const cachedJson = await submission.request.readCache()
  if (cachedJson === null) await publish(ports.log, submission)
  else await deleteRecord(ports.store, submission)
  return cachedJson === null
}

async function publish(log: EventLog, { id, expiresAt, tenant, request }: Submission): Promise<void> {
  const { operation, parameters, traceparent } = request
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
    tenant,
  }
  await log.append([requestRecord(inspection)])
}

async function saveRecord(
  store: Pick<KeyValues, 'set'>,
  { id, tenant, request }: Submission,
  more: Pick<InspectionRecord, 'identity' | 'sameAs' | 'expiresAt'>,
): Promise<void> {
  const { owner, operation, parameters } = request
  const record: InspectionRecord = { owner: owner.id, tenant, operation, url: parameters.url, ...more }
  await store.set(inspectionKey(id), JSON.stringify(record), INSPECTION_TTL)
}

/** Lists the inspection in the history of its owner. */
function listInHistory(store: RecentTexts, { id, tenant }: Submission): Promise<void> {
  return addToHistory(store, tenant, id)
}
