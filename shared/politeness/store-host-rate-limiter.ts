import { randomUUID } from 'node:crypto'
import { hostKey } from '#shared/messages/topics.ts'
import type { KeyValues, LeaseResult, Leases } from '#shared/ports/result-store.ts'
import { referenceNow } from '#shared/store/reference-clock.ts'
import { type AddressLimit, type AddressPermit as AddressPlace, noAddressLimit } from './address-limit.ts'
import {
  type Cooldowns,
  circuitOpenFailure,
  cooldownAfter,
  failureWindowSeconds,
  groupCooldownsAfter,
  type HostPolicy,
  isCircuitOpen,
} from './cooldown.ts'
import { type HostGroups, singleHostGroups } from './host-groups.ts'
import type { AcquireResult, HostPermit, HostRateLimiter, HostResponse } from './host-rate-limiter.ts'
import { type LocalPermits, makeLocalPermits } from './local-permits.ts'

/** The permit of a process that died expires after this time, or the minimum delay if that is longer; a live process renews it. */
const TTL_MS = 6000
const RENEW_MS = 2000
/** Slots that are tried before a group with many permits counts as busy. */
const MAX_LEASE_TRIES = 4
/** The shortest time until a taken permit is requested again. */
const BUSY_RETRY_MS = 50

/** Which hosts share permits, and how many requests one address may have. */
export interface PolitenessRules {
  readonly hostGroups: HostGroups
  readonly addressLimit: AddressLimit
}

interface Ports extends PolitenessRules {
  readonly store: KeyValues & Leases
  readonly policy: HostPolicy
  readonly localPermits: LocalPermits
}

/** A host and its group. */
interface Target {
  readonly host: string
  readonly group: string
}

/** A permit slot as it is leased in the store. */
interface LeasedSlot extends Target {
  readonly slot: number
  readonly holder: string
}

/**
 * A rate limiter whose state is in the store, so that all processes keep the same politeness. Each group of hosts has
 * `BATCH_HOST_CONCURRENCY` permits, each with its own cooldown; failures are counted by host. `acquire` rejects with
 * `SERVICE_UNAVAILABLE` while the store is unavailable. A permit whose release could not be stored expires 6 s after its
 * last renewal, or after the minimum delay. Default: each host is a group, and addresses have no limit.
 */
export function makeHostRateLimiter(
  store: KeyValues & Leases,
  policy: HostPolicy,
  rules: PolitenessRules = { hostGroups: singleHostGroups, addressLimit: noAddressLimit },
): HostRateLimiter {
  const ports = { ...rules, store, policy, localPermits: makeLocalPermits(policy.BATCH_HOST_CONCURRENCY) }
  const { hostGroups, addressLimit } = rules
  return {
    async acquire(url) {
      const target = { host: hostKey(url), group: await hostGroups.of(url) }
      const address = await addressLimit.of(url)
      const fullMs = addressLimit.waitMs(address, target.host)
      if (fullMs > 0) return { retryAfterMs: fullMs, hostGroup: target.group }
      const { attempt, failures, cooldownMs } = await leaseAndRead(ports, target)
      if (isCircuitOpen(failures, policy)) {
        await releaseUnused(ports, attempt)
        return { circuitOpen: circuitOpenFailure(url, failures) }
      }
      if (!('lease' in attempt)) return { ...attempt, hostGroup: target.group }
      if (cooldownMs === 0) return acquireAddress(ports, attempt, address, failures)
      await releaseUnused(ports, attempt)
      return { retryAfterMs: cooldownMs, hostGroup: target.host }
    },
  }
}

type Acquired = { readonly lease: LeasedSlot }
type LeaseAttempt = Acquired | { readonly retryAfterMs: number }

/** The permit, once its request has a permit of the address as well. */
async function acquireAddress(
  ports: Ports,
  acquired: Acquired,
  address: string | null,
  failures: number,
): Promise<AcquireResult> {
  const { host, group } = acquired.lease
  const addressResult = await ports.addressLimit.acquire(address, host).catch(async (error: unknown) => {
    await releaseUnused(ports, acquired)
    throw error
  })
  if ('permit' in addressResult)
    return { permit: startPermit(ports, acquired.lease, failures, addressResult.permit) }
  await releaseUnused(ports, acquired)
  return { ...addressResult, hostGroup: group }
}

/** The state of a host before a request. */
interface HostState {
  readonly failures: number
  /** Milliseconds left of the host's own cooldown. */
  readonly cooldownMs: number
}

async function leaseAndRead(ports: Ports, target: Target): Promise<{ attempt: LeaseAttempt } & HostState> {
  const leasing = leaseAnySlot(ports, target)
  try {
    const [attempt, state] = await Promise.all([leasing, hostState(ports, target)])
    return { attempt, ...state }
  } catch (error) {
    await leasing.then((attempt) => releaseUnused(ports, attempt)).catch(() => {})
    throw error
  }
}

/** Reads the state of a host. The cooldown of a host that is its own group is that of its permit slots. */
async function hostState({ store }: Ports, { host, group }: Target): Promise<HostState> {
  const [count, until] = await Promise.all([
    store.get(failuresKey(host)),
    host === group ? null : store.get(cooldownKey(host)),
  ])
  return { failures: Number(count ?? 0), cooldownMs: Math.max(0, Number(until ?? 0) - referenceNow()) }
}

/** Leases a free slot of the group, or answers when one may be free: a taken slot has a cooldown after its release. */
async function leaseAnySlot(ports: Ports, target: Target): Promise<LeaseAttempt> {
  const { policy, localPermits } = ports
  const busyRetryMs = Math.max(policy.BATCH_HOST_DELAY_MS, BUSY_RETRY_MS)
  const holder = randomUUID()
  const free = localPermits.free(target.group, MAX_LEASE_TRIES)
  let retryAfterMs = free.length < policy.BATCH_HOST_CONCURRENCY ? busyRetryMs : Number.POSITIVE_INFINITY
  for (const slot of free) {
    const lease = { ...target, slot, holder }
    const leased = await leaseSlot(ports, lease)
    if (leased === 'mine') return { lease }
    retryAfterMs = Math.min(retryAfterMs, leased === 'held' ? busyRetryMs : leased.restMs)
  }
  return { retryAfterMs }
}

/** Marks the slot as taken in this process while it is leased, so that no other request of the process leases it. */
async function leaseSlot(ports: Ports, lease: LeasedSlot): Promise<LeaseResult> {
  const { localPermits } = ports
  localPermits.add(lease.group, lease.slot)
  try {
    const leased = await leaseOnce(ports, lease)
    if (leased !== 'mine') localPermits.delete(lease.group, lease.slot)
    return leased
  } catch (error) {
    localPermits.delete(lease.group, lease.slot)
    throw error
  }
}

function leaseOnce({ store, policy }: Ports, lease: LeasedSlot): Promise<LeaseResult> {
  return store.acquireLease(permitKey(lease), lease.holder, Math.max(TTL_MS, policy.BATCH_HOST_DELAY_MS))
}

function startPermit(
  ports: Ports,
  lease: LeasedSlot,
  failures: number,
  addressPermit: AddressPlace,
): HostPermit {
  const renewal = setInterval(() => void leaseOnce(ports, lease).catch(() => {}), RENEW_MS).unref()
  let isReleased = false
  return {
    async release(response) {
      if (isReleased) return
      isReleased = true
      clearInterval(renewal)
      addressPermit.release()
      ports.localPermits.delete(lease.group, lease.slot)
      await recordResponse(ports, lease, response, failures).catch(() => {})
    },
  }
}

/**
 * Records a response: the cooldowns, and the host's consecutive failures. A good response takes one round trip; a request
 * that was aborted without a response changes no count. `before`: consecutive failures when the permit was acquired.
 */
async function recordResponse(
  ports: Ports,
  lease: LeasedSlot,
  response: HostResponse,
  before: number,
): Promise<void> {
  const { store, policy } = ports
  const key = failuresKey(lease.host)
  const state = response.status === null ? before : 0
  const failures = response.isFailed ? await store.increment(key, 1, failureWindowSeconds(policy)) : state
  const { groupMs, hostMs } = cooldownsOf(lease, response, failures, policy)
  const rested = store.releaseLease(permitKey(lease), lease.holder, groupMs)
  const noted = updateFailures(ports, key, failures, before)
  await Promise.all([rested, noted, hostMs > groupMs && setHostCooldown(ports, lease, hostMs)])
}

function cooldownsOf(
  { host, group }: Target,
  response: HostResponse,
  failures: number,
  policy: HostPolicy,
): Cooldowns {
  if (host !== group) return groupCooldownsAfter(response, failures, policy)
  return { groupMs: cooldownAfter(response, failures, policy), hostMs: 0 }
}

/** Stores the end of the host's own cooldown, by the reference clock. */
async function setHostCooldown({ store }: Ports, { host }: Target, ms: number): Promise<void> {
  await store.set(cooldownKey(host), String(referenceNow() + ms), Math.ceil(ms / 1000))
}

/** Clears the failures after a good response, and keeps an open circuit for its full time. Failures are counted before. */
async function updateFailures(
  { store, policy }: Ports,
  key: string,
  failures: number,
  before: number,
): Promise<void> {
  if (failures === 0 && before > 0) await store.delete(key)
  if (isCircuitOpen(failures, policy))
    await store.set(key, String(failures), policy.BATCH_HOST_GIVE_UP_SECONDS)
}

/** Releases a slot without a cooldown, since no request was sent. */
async function releaseUnused({ store, localPermits }: Ports, attempt: LeaseAttempt): Promise<void> {
  if (!('lease' in attempt)) return
  localPermits.delete(attempt.lease.group, attempt.lease.slot)
  await store.releaseLease(permitKey(attempt.lease), attempt.lease.holder, 0).catch(() => {})
}

function permitKey({ group, slot }: LeasedSlot): string {
  return `turn:${group}:${slot}`
}

function failuresKey(host: string): string {
  return `host-failures:${host}`
}

function cooldownKey(host: string): string {
  return `host-rest:${host}`
}
