import { setTimeout as delay } from 'node:timers/promises'
import { operations, unavailable } from '#shared/errors.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { inFlightKey } from '#shared/store/keys.ts'
import { referenceNow } from '#shared/store/reference-clock.ts'
import type { Counter, Metrics } from '#shared/telemetry/metrics.ts'
import { type AdmissionControl, type AdmissionRequest, rejectionFailure } from './admission/admission.ts'

/** An inspection that is running; all requests with the same identity may share it. */
export interface InFlightInspection {
  /** The id of the inspection. */
  readonly id: string
  /** End of its life, by `referenceNow`. */
  readonly expiresAt: number
}

/** A request that needs an inspection: one in flight that lives long enough, or its own. */
export interface JoinRequest {
  /** The caller waits until then. An inspection that expires earlier would time out too soon for this caller. */
  readonly until: number
  /** The queue slot of the request's own inspection. It is taken only where that inspection starts. */
  readonly slot: AdmissionRequest
  /** Stores what the request's own inspection needs. It begins with the claim, so that both are one round trip. */
  prepare?(): Promise<unknown>
  /** Publishes the request's own inspection, once it is prepared. Resolves with false when it is no longer needed. */
  start(): Promise<boolean>
  /** Whether the outcome of the own inspection is known. With it the claim is published `PUBLISH_AFTER_MS` later. */
  hasEnded?(): boolean
}

/** The inspection that answers a request. */
export interface JoinedInspection extends InFlightInspection {
  /** Whether it is the request's own. */
  readonly isLeader: boolean
}

/** Request coalescing over all gateways: identical requests share one inspection in flight. */
export interface SingleFlight {
  /**
   * Joins an inspection in flight or starts the request's own. `identity` is equal for requests that one inspection
   * answers. Resolves with null when `start` found that none is needed any more. Rejects with `SERVICE_UNAVAILABLE` when
   * the request would start its own and there is no capacity, when no inspection began before `until`, and when the
   * store or the log is unavailable.
   */
  join(identity: string, request: JoinRequest): Promise<JoinedInspection | null>
}

export interface SingleFlightPorts {
  /** All gateways share their claims in it. */
  readonly store: ClaimStore
  readonly admission: Pick<AdmissionControl, 'tryAdmit' | 'release'>
  readonly metrics: Metrics
}

type ClaimStore = Pick<KeyValues, 'get' | 'claim' | 'compareAndSet' | 'compareAndDelete'>

/** A request of this gateway that is about to start its inspection or to join one of another gateway. */
interface LocalLeader {
  readonly request: JoinRequest
  readonly joined: Promise<InFlightInspection | null>
}

/** Life of a claim that is not published, in seconds: longer than an append to the log may take. */
const CLAIM_SECONDS = 4
const POLL_MS = 50
/** An inspection that ends earlier has no published claim: requests of other gateways look again after `POLL_MS`. */
const PUBLISH_AFTER_MS = 20

/**
 * Makes the single flight of one gateway. A request joins the leader of its gateway, or else leads itself: it takes a
 * slot, claims the identity in the store, starts, and publishes the claim. The slot comes first, so that a request
 * without capacity neither writes to the store nor delays others.
 */
export function makeSingleFlight({ store, admission, metrics }: SingleFlightPorts): SingleFlight {
  const requests = requestCounter(metrics)
  const leaders = new Map<string, LocalLeader>()

  async function joinOrLead(identity: string, request: JoinRequest): Promise<InFlightInspection | null> {
    const leader = leaders.get(identity)
    if (leader !== undefined && !hasEnded(leader.request) && outlives(leader.request.slot, request)) {
      const joined = await leader.joined
      if (joined === null || outlives(joined, request)) return joined
    }
    const rejection = admission.tryAdmit(request.slot)
    if (rejection === null) return lead(identity, request)
    const published = await findPublished(store, identity)
    if (published === null || !outlives(published, request)) throw rejectionFailure(rejection)
    return published
  }

  async function lead(identity: string, request: JoinRequest): Promise<InFlightInspection | null> {
    const { slot } = request
    const leader = { request, joined: claimAndStart(store, identity, request) }
    leaders.set(identity, leader)
    let joined: InFlightInspection | null = null
    try {
      joined = await leader.joined
      if (joined?.id === slot.id && request.hasEnded !== undefined) void publishLater(identity, leader)
      else if (joined?.id === slot.id) await publishClaim(store, identity, slot).catch(ignoreError)
      return joined
    } finally {
      const isLeading = joined?.id === slot.id
      if (!isLeading || request.hasEnded === undefined) forget(identity, leader)
      if (!isLeading) admission.release(slot.id)
    }
  }

  function forget(identity: string, leader: LocalLeader): void {
    if (leaders.get(identity) === leader) leaders.delete(identity)
  }

  /** Requests of this gateway join the leader meanwhile. Most inspections of small pages end before. */
  async function publishLater(identity: string, leader: LocalLeader): Promise<void> {
    const { request } = leader
    await delay(PUBLISH_AFTER_MS)
    if (!hasEnded(request)) await publishClaim(store, identity, request.slot).catch(ignoreError)
    forget(identity, leader)
  }

  return {
    async join(identity, request) {
      const joined = await joinOrLead(identity, request)
      const isLeader = joined?.id === request.slot.id
      const [operation = ''] = identity.split(':')
      const outcome = joined === null ? 'cached' : isLeader ? 'started' : 'coalesced'
      requests.add({ operation, outcome })
      return joined && { id: joined.id, expiresAt: joined.expiresAt, isLeader }
    },
  }
}

/**
 * Ends the in-flight entry of an inspection that has ended, so that no request joins it; keeps the entry of another
 * inspection with the same identity.
 */
export async function clearInFlight(
  store: Pick<KeyValues, 'compareAndDelete'>,
  identity: string,
  own: InFlightInspection,
): Promise<void> {
  const states = [false, true].map((isPublished) => serializeClaim(own, isPublished))
  await store.compareAndDelete(inFlightKey(identity), ...states)
}

/** Null when `start` found that no inspection is needed. */
async function claimAndStart(
  store: ClaimStore,
  identity: string,
  request: JoinRequest,
): Promise<InFlightInspection | null> {
  const { slot } = request
  const preparing = Promise.resolve(request.prepare?.())
  preparing.catch(ignoreError)
  const claimed = await claim(store, identity, request)
  if (claimed.id !== slot.id) {
    await preparing.catch(ignoreError)
    return claimed
  }
  const starting = preparing.then(() => request.start())
  const isStarted = await starting.catch(async (error: unknown) => {
    await clearInFlight(store, identity, slot).catch(ignoreError)
    throw error
  })
  if (!isStarted) await clearInFlight(store, identity, slot)
  return isStarted ? slot : null
}

/** Ignores an unavailable store: the claim expires soon, and no request joins it before. */
function ignoreError(): void {}

/**
 * Claims the identity for the request's own inspection, unless there is one to join. Replaces a claim that expires too
 * early. Waits for a claim that is not published: its gateway publishes it soon, or the claim expires.
 */
async function claim(store: ClaimStore, identity: string, request: JoinRequest): Promise<InFlightInspection> {
  const { slot } = request
  const key = inFlightKey(identity)
  const ownText = serializeClaim(slot, false)
  do {
    const text = await store.claim(key, ownText, CLAIM_SECONDS)
    const found = parseClaim(text)
    if (found.id === slot.id) return slot
    if (outlives(found, request)) {
      if (found.isPublished) return found
      await delay(POLL_MS)
    } else if (await store.compareAndSet(key, text, ownText, CLAIM_SECONDS)) return slot
  } while (referenceNow() < request.until)
  throw unavailable('identical inspection')
}

/** Lets other requests join. Does nothing when the inspection has ended, or another one has replaced its claim. */
async function publishClaim(store: ClaimStore, identity: string, own: InFlightInspection): Promise<void> {
  const ttlSeconds = Math.max(1, Math.ceil((own.expiresAt - referenceNow()) / 1000))
  await store.compareAndSet(
    inFlightKey(identity),
    serializeClaim(own, false),
    serializeClaim(own, true),
    ttlSeconds,
  )
}

/** An inspection whose request is in the log. One that is only claimed may never be: its gateway may have died. */
async function findPublished(store: ClaimStore, identity: string): Promise<InFlightInspection | null> {
  const text = await store.get(inFlightKey(identity))
  const found = text === null ? null : parseClaim(text)
  return found?.isPublished ? found : null
}

function hasEnded({ hasEnded }: JoinRequest): boolean {
  return hasEnded?.() === true
}

function outlives({ expiresAt }: InFlightInspection, { until }: Pick<JoinRequest, 'until'>): boolean {
  return expiresAt >= until
}

interface Claim extends InFlightInspection {
  readonly isPublished: boolean
}

/** The words for the states are those of earlier versions, whose gateways may share the store. */
function serializeClaim({ id, expiresAt }: InFlightInspection, isPublished: boolean): string {
  return `${id} ${expiresAt} ${isPublished ? 'launched' : 'announced'}`
}

function parseClaim(text: string): Claim {
  const [id = '', expiresAt, state] = text.split(' ')
  return { id, expiresAt: Number(expiresAt), isPublished: state === 'launched' }
}

function requestCounter(metrics: Metrics): Counter<'operation' | 'outcome'> {
  return metrics.counter({
    name: 'pageprobe_inspection_requests_total',
    help: 'Requests without a cached response: started an inspection, joined one in flight (coalesced), or found a result that was cached meanwhile',
    labels: { operation: operations, outcome: ['started', 'coalesced', 'cached'] },
  })
}
