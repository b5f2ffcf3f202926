import { setTimeout as delay } from 'node:timers/promises'
import type { Failure } from '#shared/errors.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { referenceNow } from '#shared/reference-clock.ts'
import { inFlightKey } from '#shared/store/keys.ts'

/** An inspection under way, for everyone who asks the same. */
export interface InFlightInspection {
  /** The inspection's id. */
  readonly id: string
  /** By `referenceNow`. */
  readonly expiresAt: number
}

/** A request that needs an inspection: one under way that lives long enough, or its own. */
export interface JoinRequest {
  /** What requests share that are the same. */
  readonly identity: string
  readonly own: InFlightInspection
  /** The caller waits until then: a flight that ends before would be a timeout that is not the caller's. */
  readonly until: number
  /** Takes room for one more inspection until `release`, and answers null; else why there is none. */
  admit(): Failure | null
  release(): void
  /** Publishes the own flight. Answers false when none is needed any more. */
  start(): Promise<boolean>
}

/** Who flies with whom, over all gateways. */
export interface SingleFlight {
  /**
   * The flight the request is on: its own, launched, or another one. Null when none is needed any more. Rejects with
   * `SERVICE_UNAVAILABLE` when the request would need an own one and there is no room, or when store or log are away.
   */
  joinOrStart(request: JoinRequest): Promise<InFlightInspection | null>
}

interface Claim extends InFlightInspection {
  /** Its request is in the log. One that is not may never be: whoever announced it may have died. */
  readonly isPublished: boolean
}

/** How long a flight may stay announced, in seconds: longer than an append may take. */
const CLAIM_SECONDS = 4
const POLL_MS = 50

export function makeSingleFlight(store: KeyValues): SingleFlight {
  /** Departures of this gateway, by identity: whoever asks the same meanwhile waits for what comes of it. */
  const localStarts = new Map<string, Promise<InFlightInspection | null>>()

  function startOnce(request: JoinRequest): Promise<InFlightInspection | null> {
    const rejection = request.admit()
    if (rejection !== null) return joinOnly(store, request, rejection)
    const starting = claimOrRelease(store, request).finally(() => localStarts.delete(request.identity))
    localStarts.set(request.identity, starting)
    return starting
  }

  return {
    async joinOrStart(request) {
      for (;;) {
        const pending = localStarts.get(request.identity)
        if (pending === undefined) return startOnce(request)
        const joined = await pending
        if (joined === null || outlives(joined, request)) return joined
      }
    },
  }
}

/**
 * The inspection has ended: nobody joins its flight any more. Leaves alone a later one of the same identity. The flight is
 * looked up at once and ends only after `before` has resolved; it stays when that rejects.
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

/** A flight under way costs no room. */
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

/** The store went away just then: the announcement expires soon, and until then nobody joins it. */
function ignoreError(): void {}

/** Announces the own flight, unless another one can be joined. Replaces one that ends too early. */
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

/** From now on others join. Not, when it has landed meanwhile or another one took its place. */
async function publishClaim(store: KeyValues, identity: string, own: InFlightInspection): Promise<void> {
  const key = inFlightKey(identity)
  const text = await store.get(key)
  if (text === null || parseClaim(text).id !== own.id) return
  const ttlSeconds = Math.max(1, Math.ceil((own.expiresAt - referenceNow()) / 1000))
  await store.set(key, serializeClaim({ ...own, isPublished: true }), ttlSeconds)
}

function serializeClaim({ id, expiresAt, isPublished }: Claim): string {
  return `${id} ${expiresAt} ${isPublished ? 'launched' : 'announced'}`
}

function parseClaim(text: string): Claim {
  const [id = '', expiresAt, state] = text.split(' ')
  return { id, expiresAt: Number(expiresAt), isPublished: state === 'launched' }
}
