import { randomUUID } from 'node:crypto'
import { Failure } from '#shared/errors.ts'
import { hostKey } from '#shared/messages/topics.ts'
import type { KeyValues, Leased, Leases } from '#shared/ports/result-store.ts'
import type { HostTurns, Turn, Visit } from './host-turns.ts'
import { type HostManners, isGivenUp, memorySeconds, restAfter } from './rests.ts'
import { makeTakenSlots, type TakenSlots } from './taken-slots.ts'

/** A turn whose process died is free again after this time, or the least rest, if that is longer; a living one renews it. */
const TTL_MS = 6000
const RENEW_MS = 2000
/** Of a host with many turns, so many are asked for before it counts as busy. */
const MOST_ASKED = 4
/** When a turn that somebody has is asked for again, at the soonest. */
const HELD_MS = 50

interface Ports {
  readonly store: KeyValues & Leases
  readonly manners: HostManners
  readonly slots: TakenSlots
}

/** A turn as it stands in the store. */
interface Place {
  readonly host: string
  readonly slot: number
  readonly holder: string
}

/**
 * The turns of hosts over the store, so that all processes keep the manners together: each host has
 * `BATCH_HOST_CONCURRENCY` of them, and each rests by itself. `take` rejects with `SERVICE_UNAVAILABLE` while the store
 * is away; a turn that could not be given back is free again 6 s after its last renewal, or after the least rest.
 */
export function makeHostTurns(store: KeyValues & Leases, manners: HostManners): HostTurns {
  const ports = { store, manners, slots: makeTakenSlots(manners.BATCH_HOST_CONCURRENCY) }
  return {
    async take(url) {
      const host = hostKey(url)
      const { asked, failures } = await ask(ports, host)
      if (isGivenUp(failures, manners)) {
        await giveBack(ports, asked)
        return { givenUp: givenUp(url, failures) }
      }
      return 'place' in asked ? { turn: beginTurn(ports, asked.place, failures) } : asked
    },
  }
}

type Asked = { readonly place: Place } | { readonly inMs: number }

async function ask(ports: Ports, host: string): Promise<{ asked: Asked; failures: number }> {
  const asking = leaseOne(ports, host)
  try {
    const [asked, count] = await Promise.all([asking, ports.store.get(failuresKey(host))])
    return { asked, failures: Number(count ?? 0) }
  } catch (error) {
    await asking.then((asked) => giveBack(ports, asked)).catch(() => {})
    throw error
  }
}

/** One of the host's turns; or when one may be free: a rest ends in time, and who has a turn now rests after it. */
async function leaseOne(ports: Ports, host: string): Promise<Asked> {
  const { manners, slots } = ports
  const whenHeld = Math.max(manners.BATCH_HOST_DELAY_MS, HELD_MS)
  const holder = randomUUID()
  const free = slots.free(host, MOST_ASKED)
  let inMs = free.length < manners.BATCH_HOST_CONCURRENCY ? whenHeld : Number.POSITIVE_INFINITY
  for (const slot of free) {
    const leased = await leaseSlot(ports, { host, slot, holder })
    if (leased === 'mine') return { place: { host, slot, holder } }
    inMs = Math.min(inMs, leased === 'held' ? whenHeld : leased.restMs)
  }
  return { inMs }
}

/** Taken here from the moment it is asked for, so that nobody else in this process asks for it meanwhile. */
async function leaseSlot(ports: Ports, place: Place): Promise<Leased> {
  const { slots } = ports
  slots.add(place.host, place.slot)
  try {
    const leased = await leaseOnce(ports, place)
    if (leased !== 'mine') slots.delete(place.host, place.slot)
    return leased
  } catch (error) {
    slots.delete(place.host, place.slot)
    throw error
  }
}

function leaseOnce({ store, manners }: Ports, place: Place): Promise<Leased> {
  return store.lease(turnKey(place), place.holder, Math.max(TTL_MS, manners.BATCH_HOST_DELAY_MS))
}

function beginTurn(ports: Ports, place: Place, failures: number): Turn {
  const renewal = setInterval(() => void leaseOnce(ports, place).catch(() => {}), RENEW_MS).unref()
  let isOver = false
  return {
    async end(visit) {
      if (isOver) return
      isOver = true
      clearInterval(renewal)
      ports.slots.delete(place.host, place.slot)
      await settle(ports, place, visit, failures).catch(() => {})
    },
  }
}

/**
 * A visit that went well costs one round trip; one that was broken off without an answer tells nothing new of the host.
 * `before` are the host's failures in a row when the turn was taken.
 */
async function settle(ports: Ports, place: Place, visit: Visit, before: number): Promise<void> {
  const { store, manners } = ports
  const key = failuresKey(place.host)
  const known = visit.status === null ? before : 0
  const failures = visit.isFailed ? await store.increment(key, 1, memorySeconds(manners)) : known
  const rested = store.rest(turnKey(place), place.holder, restAfter(visit, failures, manners))
  const noted = note(ports, key, failures, before)
  await Promise.all([rested, noted])
}

/** A failure was counted already. A host that is given up from now on is so for its full time. */
async function note({ store, manners }: Ports, key: string, failures: number, before: number): Promise<void> {
  if (failures === 0 && before > 0) await store.delete(key)
  if (isGivenUp(failures, manners)) await store.set(key, String(failures), manners.BATCH_HOST_GIVE_UP_SECONDS)
}

/** Nothing was sent, so nothing has to rest. */
async function giveBack({ store, slots }: Ports, asked: Asked): Promise<void> {
  if (!('place' in asked)) return
  slots.delete(asked.place.host, asked.place.slot)
  await store.rest(turnKey(asked.place), asked.place.holder, 0).catch(() => {})
}

function givenUp(url: string, failures: number): Failure {
  return new Failure('URL_UNREACHABLE', 'The host failed so often that it is not asked again for a while', {
    details: { url, reason: 'host_given_up', status_code: null, failures },
  })
}

function turnKey({ host, slot }: Place): string {
  return `turn:${host}:${slot}`
}

function failuresKey(host: string): string {
  return `host-failures:${host}`
}
