import { randomUUID } from 'node:crypto'
import { Failure } from '#shared/errors.ts'
import { hostKey } from '#shared/messages/topics.ts'
import type { KeyValues, Leased, Leases } from '#shared/ports/result-store.ts'
import { referenceNow } from '#shared/reference-clock.ts'
import { type AddressLimit, type Place as AddressPlace, unlimited } from './address-limit.ts'
import type { HostTurns, Taken, Turn, Visit } from './host-turns.ts'
import { hostUnits, type PoliteUnits } from './polite-units.ts'
import {
  type HostManners,
  isGivenUp,
  memorySeconds,
  type Rests,
  restAfter,
  sharedRestsAfter,
} from './rests.ts'
import { makeTakenSlots, type TakenSlots } from './taken-slots.ts'

/** A turn whose process died is free again after this time, or the least rest, if that is longer; a living one renews it. */
const TTL_MS = 6000
const RENEW_MS = 2000
/** Of a host with many turns, so many are asked for before it counts as busy. */
const MOST_ASKED = 4
/** When a turn that somebody has is asked for again, at the soonest. */
const HELD_MS = 50

/** Who takes turns together, and how many may be at one address. */
export interface PoliteRules {
  readonly units: PoliteUnits
  readonly addresses: AddressLimit
}

interface Ports extends PoliteRules {
  readonly store: KeyValues & Leases
  readonly manners: HostManners
  readonly slots: TakenSlots
}

/** Who is asked: one host of a unit that takes turns. */
interface Target {
  readonly host: string
  readonly unit: string
}

/** A turn as it stands in the store. */
interface Place extends Target {
  readonly slot: number
  readonly holder: string
}

/**
 * The turns of hosts over the store, so that all processes keep the manners together: each unit of hosts has
 * `BATCH_HOST_CONCURRENCY` of them, and each rests by itself. Failures are counted by host. `take` rejects with
 * `SERVICE_UNAVAILABLE` while the store is away; a turn that could not be given back is free again 6 s after its last
 * renewal, or after the least rest. Default: each host is a unit, and addresses have no limit.
 */
export function makeHostTurns(
  store: KeyValues & Leases,
  manners: HostManners,
  rules: PoliteRules = { units: hostUnits, addresses: unlimited },
): HostTurns {
  const ports = { ...rules, store, manners, slots: makeTakenSlots(manners.BATCH_HOST_CONCURRENCY) }
  const { units, addresses } = rules
  return {
    async take(url) {
      const target = { host: hostKey(url), unit: await units.of(url) }
      const address = await addresses.of(url)
      const fullMs = addresses.waitMs(address, target.host)
      if (fullMs > 0) return { inMs: fullMs, of: target.unit }
      const { asked, failures, restMs } = await ask(ports, target)
      if (isGivenUp(failures, manners)) {
        await giveBack(ports, asked)
        return { givenUp: givenUp(url, failures) }
      }
      if (!('place' in asked)) return { ...asked, of: target.unit }
      if (restMs === 0) return takePlace(ports, asked, address, failures)
      await giveBack(ports, asked)
      return { inMs: restMs, of: target.host }
    },
  }
}

type Held = { readonly place: Place }
type Asked = Held | { readonly inMs: number }

/** The turn, once its request has a place at the address as well. */
async function takePlace(ports: Ports, held: Held, address: string | null, failures: number): Promise<Taken> {
  const { host, unit } = held.place
  const taken = await ports.addresses.take(address, host).catch(async (error: unknown) => {
    await giveBack(ports, held)
    throw error
  })
  if ('place' in taken) return { turn: beginTurn(ports, held.place, failures, taken.place) }
  await giveBack(ports, held)
  return { ...taken, of: unit }
}

/** What is known of a host before it is asked. */
interface Known {
  readonly failures: number
  /** What is left of its own rest. */
  readonly restMs: number
}

async function ask(ports: Ports, target: Target): Promise<{ asked: Asked } & Known> {
  const asking = leaseOne(ports, target)
  try {
    const [asked, known] = await Promise.all([asking, knownOf(ports, target)])
    return { asked, ...known }
  } catch (error) {
    await asking.then((asked) => giveBack(ports, asked)).catch(() => {})
    throw error
  }
}

/** A host that is its unit rests with its turn. */
async function knownOf({ store }: Ports, { host, unit }: Target): Promise<Known> {
  const [count, until] = await Promise.all([
    store.get(failuresKey(host)),
    host === unit ? null : store.get(restKey(host)),
  ])
  return { failures: Number(count ?? 0), restMs: Math.max(0, Number(until ?? 0) - referenceNow()) }
}

/** One of the unit's turns; or when one may be free: a rest ends in time, and who has a turn now rests after it. */
async function leaseOne(ports: Ports, target: Target): Promise<Asked> {
  const { manners, slots } = ports
  const whenHeld = Math.max(manners.BATCH_HOST_DELAY_MS, HELD_MS)
  const holder = randomUUID()
  const free = slots.free(target.unit, MOST_ASKED)
  let inMs = free.length < manners.BATCH_HOST_CONCURRENCY ? whenHeld : Number.POSITIVE_INFINITY
  for (const slot of free) {
    const place = { ...target, slot, holder }
    const leased = await leaseSlot(ports, place)
    if (leased === 'mine') return { place }
    inMs = Math.min(inMs, leased === 'held' ? whenHeld : leased.restMs)
  }
  return { inMs }
}

/** Taken here from the moment it is asked for, so that nobody else in this process asks for it meanwhile. */
async function leaseSlot(ports: Ports, place: Place): Promise<Leased> {
  const { slots } = ports
  slots.add(place.unit, place.slot)
  try {
    const leased = await leaseOnce(ports, place)
    if (leased !== 'mine') slots.delete(place.unit, place.slot)
    return leased
  } catch (error) {
    slots.delete(place.unit, place.slot)
    throw error
  }
}

function leaseOnce({ store, manners }: Ports, place: Place): Promise<Leased> {
  return store.lease(turnKey(place), place.holder, Math.max(TTL_MS, manners.BATCH_HOST_DELAY_MS))
}

function beginTurn(ports: Ports, place: Place, failures: number, atAddress: AddressPlace): Turn {
  const renewal = setInterval(() => void leaseOnce(ports, place).catch(() => {}), RENEW_MS).unref()
  let isOver = false
  return {
    async end(visit) {
      if (isOver) return
      isOver = true
      clearInterval(renewal)
      atAddress.end()
      ports.slots.delete(place.unit, place.slot)
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
  const { unitMs, hostMs } = restsOf(place, visit, failures, manners)
  const rested = store.rest(turnKey(place), place.holder, unitMs)
  const noted = note(ports, key, failures, before)
  await Promise.all([rested, noted, hostMs > unitMs && restAlone(ports, place, hostMs)])
}

function restsOf({ host, unit }: Target, visit: Visit, failures: number, manners: HostManners): Rests {
  if (host !== unit) return sharedRestsAfter(visit, failures, manners)
  return { unitMs: restAfter(visit, failures, manners), hostMs: 0 }
}

/** Until when, by the clock that all processes share. */
async function restAlone({ store }: Ports, { host }: Target, ms: number): Promise<void> {
  await store.set(restKey(host), String(referenceNow() + ms), Math.ceil(ms / 1000))
}

/** A failure was counted already. A host that is given up from now on is so for its full time. */
async function note({ store, manners }: Ports, key: string, failures: number, before: number): Promise<void> {
  if (failures === 0 && before > 0) await store.delete(key)
  if (isGivenUp(failures, manners)) await store.set(key, String(failures), manners.BATCH_HOST_GIVE_UP_SECONDS)
}

/** Nothing was sent, so nothing has to rest. */
async function giveBack({ store, slots }: Ports, asked: Asked): Promise<void> {
  if (!('place' in asked)) return
  slots.delete(asked.place.unit, asked.place.slot)
  await store.rest(turnKey(asked.place), asked.place.holder, 0).catch(() => {})
}

function givenUp(url: string, failures: number): Failure {
  return new Failure('URL_UNREACHABLE', 'The host failed so often that it is not asked again for a while', {
    details: { url, reason: 'host_given_up', status_code: null, failures },
  })
}

function turnKey({ unit, slot }: Place): string {
  return `turn:${unit}:${slot}`
}

function failuresKey(host: string): string {
  return `host-failures:${host}`
}

function restKey(host: string): string {
  return `host-rest:${host}`
}
