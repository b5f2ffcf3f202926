import { setTimeout as delay } from 'node:timers/promises'
import type { Failure } from '#shared/errors.ts'
import { flightKey } from '#shared/pipeline/store-keys.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { referenceNow } from '#shared/reference-clock.ts'

/** An inspection under way, for everyone who asks the same. */
export interface Flight {
  /** The inspection's id. */
  readonly id: string
  /** By `referenceNow`. */
  readonly expiresAt: number
}

/** A request that needs an inspection: one under way that lives long enough, or its own. */
export interface Ticket {
  /** What requests share that are the same. */
  readonly identity: string
  readonly own: Flight
  /** The caller waits until then: a flight that ends before would be a timeout that is not the caller's. */
  readonly until: number
  /** Takes room for one more inspection until `release`, and answers null; else why there is none. */
  reserve(): Failure | null
  release(): void
  /** Publishes the own flight. Answers false when none is needed any more. */
  launch(): Promise<boolean>
}

/** Who flies with whom, over all gateways. */
export interface Flights {
  /**
   * The flight the request is on: its own, launched, or another one. Null when none is needed any more. Rejects with
   * `SERVICE_UNAVAILABLE` when the request would need an own one and there is no room, or when store or log are away.
   */
  board(ticket: Ticket): Promise<Flight | null>
}

interface Announcement extends Flight {
  /** Its request is in the log. One that is not may never be: whoever announced it may have died. */
  readonly isLaunched: boolean
}

/** How long a flight may stay announced, in seconds: longer than an append may take. */
const ANNOUNCED_SECONDS = 4
const LOOK_AGAIN_MS = 50

export function makeFlights(store: KeyValues): Flights {
  /** Departures of this gateway, by identity: whoever asks the same meanwhile waits for what comes of it. */
  const departures = new Map<string, Promise<Flight | null>>()

  function embark(ticket: Ticket): Promise<Flight | null> {
    const refusal = ticket.reserve()
    if (refusal !== null) return joinOnly(store, ticket, refusal)
    const departure = depart(store, ticket).finally(() => departures.delete(ticket.identity))
    departures.set(ticket.identity, departure)
    return departure
  }

  return {
    async board(ticket) {
      for (;;) {
        const ahead = departures.get(ticket.identity)
        if (ahead === undefined) return embark(ticket)
        const flight = await ahead
        if (flight === null || lasts(flight, ticket)) return flight
      }
    },
  }
}

/**
 * The inspection has ended: nobody joins its flight any more. Leaves alone a later one of the same identity. The flight is
 * looked up at once and ends only after `before` has resolved; it stays when that rejects.
 */
export async function land(
  store: KeyValues,
  identity: string,
  id: string,
  before: Promise<void> = Promise.resolve(),
): Promise<void> {
  const key = flightKey(identity)
  const [text] = await Promise.all([store.get(key), before])
  if (text !== null && fromText(text).id === id) await store.delete(key)
}

function lasts({ expiresAt }: Flight, { until }: Ticket): boolean {
  return expiresAt >= until
}

/** A flight under way costs no room. */
async function joinOnly(store: KeyValues, ticket: Ticket, refusal: Failure): Promise<Flight> {
  const text = await store.get(flightKey(ticket.identity))
  const found = text === null ? null : fromText(text)
  if (found?.isLaunched && lasts(found, ticket)) return found
  throw refusal
}

async function depart(store: KeyValues, ticket: Ticket): Promise<Flight | null> {
  let flight: Flight | null = null
  try {
    flight = await launchOrJoin(store, ticket)
    return flight
  } finally {
    if (flight?.id !== ticket.own.id) ticket.release()
  }
}

async function launchOrJoin(store: KeyValues, ticket: Ticket): Promise<Flight | null> {
  const { identity, own } = ticket
  const flight = await announce(store, ticket)
  if (flight.id !== own.id) return flight
  const isLaunched = await ticket.launch().catch(async (error: unknown) => {
    await land(store, identity, own.id).catch(ignored)
    throw error
  })
  if (isLaunched) await confirm(store, identity, own).catch(ignored)
  else await land(store, identity, own.id)
  return isLaunched ? own : null
}

/** The store went away just then: the announcement expires soon, and until then nobody joins it. */
function ignored(): void {}

/** Announces the own flight, unless another one can be joined. Replaces one that ends too early. */
async function announce(store: KeyValues, ticket: Ticket): Promise<Flight> {
  const key = flightKey(ticket.identity)
  const text = toText({ ...ticket.own, isLaunched: false })
  for (;;) {
    const found = fromText(await store.claim(key, text, ANNOUNCED_SECONDS))
    if (found.id === ticket.own.id) return ticket.own
    if (!lasts(found, ticket)) {
      await store.set(key, text, ANNOUNCED_SECONDS)
      return ticket.own
    }
    if (found.isLaunched) return found
    await delay(LOOK_AGAIN_MS)
  }
}

/** From now on others join. Not, when it has landed meanwhile or another one took its place. */
async function confirm(store: KeyValues, identity: string, own: Flight): Promise<void> {
  const key = flightKey(identity)
  const text = await store.get(key)
  if (text === null || fromText(text).id !== own.id) return
  const ttlSeconds = Math.max(1, Math.ceil((own.expiresAt - referenceNow()) / 1000))
  await store.set(key, toText({ ...own, isLaunched: true }), ttlSeconds)
}

function toText({ id, expiresAt, isLaunched }: Announcement): string {
  return `${id} ${expiresAt} ${isLaunched ? 'launched' : 'announced'}`
}

function fromText(text: string): Announcement {
  const [id = '', expiresAt, state] = text.split(' ')
  return { id, expiresAt: Number(expiresAt), isLaunched: state === 'launched' }
}
