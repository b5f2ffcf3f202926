import type { KeyValues } from '#shared/ports/result-store.ts'
import { referenceNow } from '#shared/store/reference-clock.ts'
import {
  type Cooldowns,
  cooldownAfter,
  failureWindowSeconds,
  giveUpSeconds,
  groupCooldownsAfter,
  type HostPolicy,
  isCircuitOpen,
  paceOf,
  restReason,
  unthrottledRest,
} from '../cooldown.ts'
import type { HostResponse } from '../host-rate-limiter.ts'
import type { HostWaits } from '../host-waits.ts'
import type { makeKnownCooldowns } from '../known-cooldowns.ts'
import type { SlotLease } from '../slot-lease.ts'
import type { SlotLeases } from '../slot-leases.ts'
import type { makeLoneRefusals } from './lone-refusals.ts'

export interface RecordPorts {
  readonly store: Pick<KeyValues, 'get' | 'set' | 'delete' | 'increment'>
  readonly policy: HostPolicy
  readonly leases: Pick<SlotLeases, 'release'>
  readonly longCooldowns: ReturnType<typeof makeKnownCooldowns>
  readonly loneRefusals: ReturnType<typeof makeLoneRefusals>
  readonly waits: HostWaits
}

/** A URL, its host, and the group of the host. */
export interface Target {
  readonly url: string
  readonly host: string
  readonly group: string
  /** Of unthrottled work: the delay that takes the place of the installation's, in milliseconds; null = other work. */
  readonly ownDelayMs: number | null
}

/** A host, with the lease for one request to it. */
export interface Acquired extends Target {
  readonly lease: SlotLease
}

/** Shorter cooldowns are not known to `restsUntil`. */
const LONG_MS = 5000

const RESPONDED = 200

/**
 * Records a response: the cooldowns, and the host's consecutive failures. A good response takes at most one round trip; a
 * request that was aborted without a response changes no count. `before`: consecutive failures when the permit was acquired.
 */
export async function recordResponse(
  ports: RecordPorts,
  acquired: Acquired,
  given: HostResponse,
  before: number,
): Promise<void> {
  const { store, policy } = ports
  const { lease, host, url } = acquired
  // A URL that alone refuses is for the host like any other response.
  const response = ports.loneRefusals.record(host, url, given) ? { ...given, status: RESPONDED } : given
  const key = failuresKey(host)
  const state = response.status === null ? before : 0
  const failures = response.isFailed ? await store.increment(key, 1, failureWindowSeconds(policy)) : state
  const { groupMs, hostMs } = cooldownsOf(acquired, response, failures, policy)
  lease.lastHost = failures === 0 && hostMs <= groupMs ? host : null
  if (groupMs >= LONG_MS) ports.longCooldowns.begin(lease.group, groupMs)
  if (hostMs >= LONG_MS) ports.longCooldowns.begin(host, hostMs)
  noteWaits(ports, acquired, { response, failures, ms: Math.max(groupMs, hostMs) })
  const rested = ports.leases.release(lease, groupMs)
  const noted = updateFailures(ports, key, failures, before)
  await Promise.all([rested, noted, hostMs > groupMs && setHostCooldown(ports, acquired, hostMs)])
}

/** Tells why requests to the host wait from now on. */
function noteWaits(
  { waits, policy }: RecordPorts,
  { host, group, url, ownDelayMs }: Acquired,
  {
    response,
    failures,
    ms,
  }: { readonly response: HostResponse; readonly failures: number; readonly ms: number },
): void {
  const names = [host, group]
  // The pace of unthrottled work is none of the host's.
  const pace = ownDelayMs === null ? paceOf(response, policy) : null
  if (pace !== null) waits.notePace(names, pace)
  const reason = restReason(response, failures, policy)
  if (reason === null) return
  const { status, batch = null } = response
  const givenUpMs = isCircuitOpen(failures, policy) ? giveUpSeconds(policy) * 1000 : 0
  waits.noteWait(names, Math.max(ms, givenUpMs), { reason, url, status, batch })
}

function cooldownsOf(
  { host, group, ownDelayMs }: Target,
  response: HostResponse,
  failures: number,
  policy: HostPolicy,
): Cooldowns {
  if (ownDelayMs !== null)
    return { groupMs: 0, hostMs: unthrottledRest(response, failures, policy, ownDelayMs) }
  if (host !== group) return groupCooldownsAfter(response, failures, policy)
  return { groupMs: cooldownAfter(response, failures, policy), hostMs: 0 }
}

/** Stores the end of the host's own cooldown, by the reference clock. */
async function setHostCooldown({ store }: RecordPorts, { host }: Target, ms: number): Promise<void> {
  await store.set(cooldownKey(host), String(referenceNow() + ms), Math.ceil(ms / 1000))
}

/** Clears the failures after a good response, and keeps an open circuit for its full time. Failures are counted before. */
async function updateFailures(
  { store, policy }: RecordPorts,
  key: string,
  failures: number,
  before: number,
): Promise<void> {
  if (failures === 0 && before > 0) await store.delete(key)
  if (isCircuitOpen(failures, policy)) await store.set(key, String(failures), giveUpSeconds(policy))
}

/** The key of a host's consecutive failures. */
export function failuresKey(host: string): string {
  return `host-failures:${host}`
}

/** The key of the end of a host's own cooldown. */
export function cooldownKey(host: string): string {
  return `host-rest:${host}`
}
