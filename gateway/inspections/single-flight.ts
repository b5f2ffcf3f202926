import { setTimeout as delay } from 'node:timers/promises'
import { type Failure, operations } from '#shared/errors.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { inFlightKey } from '#shared/store/keys.ts'
import { referenceNow } from '#shared/store/reference-clock.ts'
import { aliasedCounter } from '#shared/telemetry/metric-aliases.ts'
import type { Counter, Metrics } from '#shared/telemetry/metrics.ts'

/** An inspection that is running; all requests with the same identity may share it. */
export interface InFlightInspection {
  /** The id of the inspection. */
  readonly id: string
  /** End of its life, by `referenceNow`. */
  readonly expiresAt: number
}

/** A request that needs an inspection: one in flight that lives long enough, or its own. */
export interface JoinRequest {
  /** Equal for requests that one inspection answers. */
  readonly identity: string
  readonly own: InFlightInspection
  /** The caller waits until then. An inspection that expires earlier would time out too soon for this caller. */
  readonly until: number
  /** Reserves capacity for one more inspection until `release` and returns null, or returns why there is none. */
  admit(): Failure | null
  release(): void
  /** Publishes the request's own inspection. Returns false when it is no longer needed. */
  start(): Promise<boolean>
}

/** Request coalescing over all gateways: identical requests share one inspection in flight. */
export interface SingleFlight {
  /**
   * Joins an inspection in flight or starts the request's own. Returns null when none is needed any more. Rejects with
   * `SERVICE_UNAVAILABLE` when the request would start its own and there is no capacity, and when the store or the log
   * is unavailable.
   */
  joinOrStart(request: JoinRequest): Promise<InFlightInspection | null>
}

interface Claim extends InFlightInspection {
  /** Whether its request is in the log. A claim that is not published may never be: its gateway may have died. */
  readonly isPublished: boolean
}

/** Life of a claim that is not published, in seconds: longer than an append to the log may take. */
const CLAIM_SECONDS = 4
const POLL_MS = 50

/** Makes the single flight of one gateway; all gateways share their claims in `store`. Counts how requests end. */
export function makeSingleFlight(store: KeyValues, metrics: Metrics): SingleFlight {
  const requests = requestCounter(metrics)
  /** Starts of this gateway by identity. Requests with the same identity wait for their result. */
  const localStarts = new Map<string, Promise<InFlightInspection | null>>()

  function startOnce(request: JoinRequest): Promise<InFlightInspection | null> {
    const rejection = request.admit()
    if (rejection !== null) return joinOnly(store, request, rejection)
    const starting = claimOrRelease(store, request).finally(() => localStarts.delete(request.identity))
    localStarts.set(request.identity, starting)
    return starting
  }

  async function joinLocal(request: JoinRequest): Promise<InFlightInspection | null> {
    for (;;) {
      const pending = localStarts.get(request.identity)
      if (pending === undefined) return startOnce(request)
      const joined = await pending
      if (joined === null || outlives(joined, request)) return joined
    }
  }

  return {
    async joinOrStart(request) {
      const joined = await joinLocal(request)
      const [operation = ''] = request.identity.split(':')
      requests.add({ operation, outcome: outcomeOf(joined, request) })
      return joined
    },
  }
}

const outcomes = ['started', 'coalesced', 'cached'] as const

function outcomeOf(joined: InFlightInspection | null, { own }: JoinRequest): (typeof outcomes)[number] {
  if (joined === null) return 'cached'
  return joined.id === own.id ? 'started' : 'coalesced'
}

function requestCounter(metrics: Metrics): Counter<'operation' | 'outcome'> {
  const about = {
    name: 'pageprobe_inspection_requests_total',
    help: 'Requests without a cached answer: started an inspection, joined one in flight (coalesced), or found a result that was cached meanwhile',
    labels: { operation: operations, outcome: outcomes },
  }
  return aliasedCounter(metrics, about, {
    name: 'pageprobe_flights_total',
    values: { started: 'launched', coalesced: 'joined', cached: 'answered' },
  })
}

/**
 * Ends the in-flight entry of an inspection that has ended, so that no request joins it; keeps the entry of a later
 * inspection with the same identity. Reads the entry at once and deletes it after `before` resolves. Keeps it when
 * `before` rejects.
 */
export async function clearInFlight(
  store: KeyValues,
  identity: string,
  id: string,
  before: Promise<void> = Promise.resolve(),
): Promise<void> {
  const key = inFlightKey(identity)
  const [text] = await Promise.all([store.get(key), before])
  if (text !== null && parseClaim(text).id === id) await store.delete(key)
}

function outlives({ expiresAt }: InFlightInspection, { until }: JoinRequest): boolean {
  return expiresAt >= until
}

/** Joining needs no capacity. */
async function joinOnly(
  store: KeyValues,
  request: JoinRequest,
  rejection: Failure,
): Promise<InFlightInspection> {
  const text = await store.get(inFlightKey(request.identity))
  const found = text === null ? null : parseClaim(text)
  if (found?.isPublished && outlives(found, request)) return found
  throw rejection
}

async function claimOrRelease(store: KeyValues, request: JoinRequest): Promise<InFlightInspection | null> {
  let joined: InFlightInspection | null = null
  try {
    joined = await startOrJoin(store, request)
    return joined
  } finally {
    if (joined?.id !== request.own.id) request.release()
  }
}

async function startOrJoin(store: KeyValues, request: JoinRequest): Promise<InFlightInspection | null> {
  const { identity, own } = request
  const claimed = await claim(store, request)
  if (claimed.id !== own.id) return claimed
  const isPublished = await request.start().catch(async (error: unknown) => {
    await clearInFlight(store, identity, own.id).catch(ignoreError)
    throw error
  })
  if (isPublished) await publishClaim(store, identity, own).catch(ignoreError)
  else await clearInFlight(store, identity, own.id)
  return isPublished ? own : null
}

/** Ignores an unavailable store: the claim expires soon, and no request joins it before. */
function ignoreError(): void {}

/**
 * Claims the identity for the request's own inspection, unless there is one to join. Replaces a claim that expires too
 * early.
 */
async function claim(store: KeyValues, request: JoinRequest): Promise<InFlightInspection> {
  const key = inFlightKey(request.identity)
  const text = serializeClaim({ ...request.own, isPublished: false })
  for (;;) {
    const found = parseClaim(await store.claim(key, text, CLAIM_SECONDS))
    if (found.id === request.own.id) return request.own
    if (!outlives(found, request)) {
      await store.set(key, text, CLAIM_SECONDS)
      return request.own
    }
    if (found.isPublished) return found
    await delay(POLL_MS)
  }
}

/** Lets other requests join. Does nothing when the inspection has ended, or another one has replaced its claim. */
async function publishClaim(store: KeyValues, identity: string, own: InFlightInspection): Promise<void> {
  const key = inFlightKey(identity)
  const text = await store.get(key)
  if (text === null || parseClaim(text).id !== own.id) return
  const ttlSeconds = Math.max(1, Math.ceil((own.expiresAt - referenceNow()) / 1000))
  await store.set(key, serializeClaim({ ...own, isPublished: true }), ttlSeconds)
}

/** The words for the states are those of earlier versions, whose gateways may share the store. */
function serializeClaim({ id, expiresAt, isPublished }: Claim): string {
  return `${id} ${expiresAt} ${isPublished ? 'launched' : 'announced'}`
}

function parseClaim(text: string): Claim {
  const [id = '', expiresAt, state] = text.split(' ')
  return { id, expiresAt: Number(expiresAt), isPublished: state === 'launched' }
}
