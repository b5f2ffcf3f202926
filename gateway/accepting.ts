import { randomUUID } from 'node:crypto'
import { Failure, unavailable } from '#shared/errors.ts'
import { tenantNamed } from '#shared/messages/inspection.ts'
import { type InspectionRequested, requestRecord } from '#shared/messages/inspection-requested.ts'
import type { AvailableOperation } from '#shared/operations/parameters.ts'
import type { InspectionRecord } from '#shared/pipeline/inspection-record.ts'
import { INSPECTION_TTL, inspectionKey } from '#shared/pipeline/store-keys.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { referenceNow } from '#shared/reference-clock.ts'
import { requestIdentity } from './answer-cache.ts'
import type { Capacity, Refusal } from './capacity.ts'
import type { Flight, Flights } from './joining.ts'
import { type ApiKey, ownerOf } from './keys.ts'
import { operationRoutes } from './operations/index.ts'
import type { StorageLimits } from './storage-limits.ts'

/** What a client asked for, checked. */
export interface Request {
  readonly operation: AvailableOperation
  readonly parameters: InspectionRequested['parameters']
  readonly owner: ApiKey
  readonly traceparent: string | null
  /** Milliseconds that the client waits for the answer. */
  readonly lifeMs: number
  /** The answer of an inspection that has ended, when the client takes one. */
  recall(): Promise<string | null>
}

/** A request that was found to be answered already, by this JSON. */
export interface Recalled {
  readonly recalled: string
}

/** A request under the id that its client knows it by. */
export interface Call {
  readonly id: string
  readonly request: Request
  readonly identity: string
  /** The client waits until then, by `referenceNow`. */
  readonly until: number
}

export interface AcceptingPorts {
  readonly log: EventLog
  readonly store: KeyValues
  readonly capacity: Pick<Capacity, 'take' | 'release'>
  readonly storage: StorageLimits
}

/**
 * An inspection goes on for so long after its client has left: the client finds the answer where it was told to look,
 * and who asks the same in the meantime can join.
 */
const LINGER_MS = 30_000

export function makeCall(request: Request): Call {
  const identity = identityOf(request)
  return { id: randomUUID(), request, identity, until: referenceNow() + request.lifeMs }
}

/** What is always made anew depends on who asks: an audit is compared with its owner's earlier ones. */
function identityOf({ operation, parameters, owner }: Request): string {
  const identity = requestIdentity(operation, parameters)
  const isOwn = operationRoutes[operation].isAlwaysNew?.(parameters) === true
  return isOwn ? `${identity}:${tenantNamed(ownerOf(owner))}` : identity
}

/**
 * Sees to an inspection for the call: its own, under its id, or one that is under way for another. From then on the
 * call's id can be asked for. Rejects with `SERVICE_UNAVAILABLE` when there is no room, with `retry_after` where that is known.
 */
export async function board(ports: AcceptingPorts, flights: Flights, call: Call): Promise<Flight | Recalled> {
  const { id, identity, until, request } = call
  const own = { id, expiresAt: until + LINGER_MS }
  const seat = { ...own, ...seatOf(request) }
  const ticket = {
    identity,
    own,
    until,
    reserve() {
      const refusal = ports.capacity.take(seat)
      return refusal && failureOf(refusal)
    },
    release: () => ports.capacity.release(id),
    async launch() {
      // One that ended after the cache was asked and before this flight was announced. Then nobody hears of this call's
      // id, and what is remembered of it expires.
      const [recalled] = await Promise.all([request.recall(), prepare(ports, call, own.expiresAt)])
      if (recalled !== null) return false
      await publish(ports, call, own.expiresAt)
      return true
    },
  }
  for (;;) {
    const flight = await flights.board(ticket)
    if (flight?.id === id) return flight
    if (flight !== null) return joined(ports.store, call, flight)
    const recalled = await request.recall()
    if (recalled !== null) return { recalled }
  }
}

/** What an inspection takes of the stages' capacity. */
function seatOf({ operation, owner, lifeMs }: Request) {
  const { way, sharing } = operationRoutes[operation]
  return { way, sharing, lifeMs, owner: owner.id, tenant: tenantNamed(ownerOf(owner)) }
}

function failureOf({ reason, retryAfter }: Refusal): Failure {
  if (retryAfter === null) return unavailable(reason)
  const message = 'There is no capacity to answer within the time that this call waits; try again later'
  return new Failure('SERVICE_UNAVAILABLE', message, { details: { retry_after: retryAfter } })
}

async function joined(store: KeyValues, call: Call, flight: Flight): Promise<Flight> {
  await remember(store, call, { sameAs: flight.id, expiresAt: flight.expiresAt })
  return flight
}

/** Who reads the request finds all this: it is there before the request is published. */
async function prepare({ store, storage }: AcceptingPorts, call: Call, expiresAt: number): Promise<void> {
  const { identity, request } = call
  await Promise.all([remember(store, call, { identity, expiresAt }), storage.announce(request.owner)])
}

async function publish({ log }: AcceptingPorts, { id, request }: Call, expiresAt: number): Promise<void> {
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
    tenant: tenantNamed(ownerOf(owner)),
  }
  await log.append([requestRecord(inspection)])
}

function remember(
  store: KeyValues,
  { id, request }: Call,
  more: Pick<InspectionRecord, 'identity' | 'sameAs' | 'expiresAt'>,
): Promise<void> {
  const { owner, operation, parameters } = request
  const record: InspectionRecord = { owner: owner.id, operation, url: parameters.url, ...more }
  return store.set(inspectionKey(id), JSON.stringify(record), INSPECTION_TTL)
}
