import { hostKey } from '#shared/messages/topics.ts'
import type { KeyValues, Leases } from '#shared/ports/result-store.ts'
import { referenceNow } from '#shared/store/reference-clock.ts'
import { type AddressLimit, type AddressPermit, noAddressLimit } from './address-limit.ts'
import { circuitOpenFailure, type HostPolicy, isCircuitOpen } from './cooldown.ts'
import { type HostGroups, singleHostGroups } from './host-groups.ts'
import type { AcquireResult, HostPermit, HostRateLimiter } from './host-rate-limiter.ts'
import { makeHostWaits } from './host-waits.ts'
import { makeKnownCooldowns } from './known-cooldowns.ts'
import { noSlots } from './own/no-slots.ts'
import { makeOwnPermits } from './own/own-permits.ts'
import { politenessKey, politenessOf } from './own/politeness-of-work.ts'
import { withOwnPermit } from './own/with-own-permit.ts'
import { makeLoneRefusals } from './responses/lone-refusals.ts'
import {
  type Acquired,
  cooldownKey,
  failuresKey,
  type RecordPorts,
  recordResponse,
  type Target,
} from './responses/record-response.ts'
import type { SlotLease } from './slot-lease.ts'
import { type LeaseAttempt, makeSlotLeases, type SlotLeases } from './slot-leases.ts'

/** Which hosts share permits, and how many requests one address may have. */
export interface PolitenessRules {
  readonly hostGroups: HostGroups
  readonly addressLimit: AddressLimit
}

interface Ports extends PolitenessRules, RecordPorts {
  readonly leases: SlotLeases
}

export interface StoreRateLimiter extends HostRateLimiter {
  /**
   * When a cooldown of at least 5 s ends that began with a request of this process, in milliseconds since the epoch by the
   * reference clock; null = the host of the URL has none.
   */
  restsUntil(url: string): number | null
  /** Gives back what this process keeps for its next requests, so that others need not wait until it expires. */
  close(): void
}

/**
 * A rate limiter whose state is in the store, so that all processes keep the same politeness. Each group of hosts has
 * `BATCH_HOST_CONCURRENCY` permits, each with its own cooldown; failures are counted by host. A process keeps a permit
 * through the cooldown for its next request, for at most 5 s and only while no other process waits for it. `acquire` rejects
 * with `SERVICE_UNAVAILABLE` when the store has to be asked and is unavailable. A permit whose release could not be stored
 * expires 6 s after its last renewal, or after the minimum delay. A 429 or 503 of one URL, without Retry-After, rests the host
 * only when it did not respond well before, or a second URL refuses as well. Work with manners of its own has permits of its
 * batch besides; unthrottled work has those in place of the permits of the group, and rests with its host. Default: each host is a group, and addresses have
 * no limit.
 */
export function makeHostRateLimiter(
  store: KeyValues & Leases,
  policy: HostPolicy,
  rules: PolitenessRules = { hostGroups: singleHostGroups, addressLimit: noAddressLimit },
): StoreRateLimiter {
  const leases = makeSlotLeases(store, policy)
  const longCooldowns = makeKnownCooldowns()
  const [loneRefusals, waits] = [makeLoneRefusals(), makeHostWaits(store)]
  const ports = { ...rules, store, policy, leases, longCooldowns, loneRefusals, waits }
  const { hostGroups } = rules
  const acquireOf = async (url: string, ownDelayMs: number | null): Promise<AcquireResult> => {
    const target = { url, host: hostKey(url), group: await hostGroups.of(url), ownDelayMs }
    return acquireTarget(ownDelayMs === null ? ports : { ...ports, leases: noSlots }, target)
  }
  const own = makeOwnPermits(store, policy)
  return {
    async acquire(url, work = {}) {
      const known = politenessOf(work)
      if (known === null) return acquireOf(url, null)
      const { batch, politeness } = known
      const key = politenessKey(await hostGroups.of(url), batch)
      return withOwnPermit(key, await own.acquire(key, politeness), () =>
        acquireOf(url, politeness.isUnthrottled ? (politeness.delayMs ?? policy.BATCH_HOST_DELAY_MS) : null),
      )
    },
    restsUntil(url) {
      const leftMs = longCooldowns.leftMs(hostKey(url)) ?? longCooldowns.leftMs(hostGroups.cached(url))
      return leftMs === null ? null : referenceNow() + leftMs
    },
    close() {
      own.close()
      leases.close()
    },
  }
}

async function acquireTarget(ports: Ports, target: Target): Promise<AcquireResult> {
  const { addressLimit, leases, policy } = ports
  const { url, host, group } = target
  const address = await addressLimit.of(url)
  const fullMs = addressLimit.waitMs(address, host)
  if (fullMs > 0) return { retryAfterMs: fullMs, hostGroup: group }
  const { attempt, failures, cooldownMs } = await leaseAndRead(ports, target)
  if (isCircuitOpen(failures, policy)) {
    if ('lease' in attempt) await leases.giveBack(attempt.lease)
    return { circuitOpen: circuitOpenFailure(url, failures) }
  }
  if (!('lease' in attempt)) return { retryAfterMs: attempt.retryAfterMs, hostGroup: group }
  if (cooldownMs === 0) return acquireAddress(ports, { ...target, ...attempt }, address, failures)
  await leases.giveBack(attempt.lease)
  return { retryAfterMs: cooldownMs, hostGroup: host }
}

/** The permit, once its request has a permit of the address as well. */
async function acquireAddress(
  ports: Ports,
  acquired: Acquired,
  address: string | null,
  failures: number,
): Promise<AcquireResult> {
  const { host, group, lease } = acquired
  const addressResult = await ports.addressLimit.acquire(address, host).catch(async (error: unknown) => {
    await ports.leases.giveBack(lease)
    throw error
  })
  if ('permit' in addressResult)
    return { permit: startPermit(ports, acquired, failures, addressResult.permit) }
  await ports.leases.giveBack(lease)
  return { ...addressResult, hostGroup: group }
}

/** The state of a host before a request. */
interface HostState {
  readonly failures: number
  /** Milliseconds left of the host's own cooldown. */
  readonly cooldownMs: number
}

type LeasedState = { readonly attempt: LeaseAttempt } & HostState

async function leaseAndRead(ports: Ports, target: Target): Promise<LeasedState> {
  const kept = ports.leases.takeKept(target.group)
  if (kept !== null && typeof kept !== 'number') return reuseAndRead(ports, target, kept)
  // The last request with the only permit went well, so the state of its host is known.
  if (kept !== null && ports.policy.BATCH_HOST_CONCURRENCY === 1)
    return { attempt: { retryAfterMs: kept }, ...wellState }
  return readMeanwhile(ports, target, ports.leases.acquire(target.group, kept))
}

const wellState: HostState = { failures: 0, cooldownMs: 0 }

/** The store is not asked for the state of a host when the last request with the lease was to the same host. */
async function reuseAndRead(ports: Ports, target: Target, kept: SlotLease): Promise<LeasedState> {
  const reusing = ports.leases.reuse(kept)
  const isKnown = kept.lastHost === target.host
  return isKnown ? { attempt: await reusing, ...wellState } : readMeanwhile(ports, target, reusing)
}

async function readMeanwhile(
  ports: Ports,
  target: Target,
  leasing: Promise<LeaseAttempt>,
): Promise<LeasedState> {
  const { leases } = ports
  try {
    const [attempt, state, isContended] = await Promise.all([
      leasing,
      hostState(ports, target),
      leases.isContended(target.group),
    ])
    if ('lease' in attempt) attempt.lease.isContended = isContended
    return { attempt, ...state }
  } catch (error) {
    const attempt = await leasing.catch(() => null)
    if (attempt !== null && 'lease' in attempt) await leases.giveBack(attempt.lease)
    throw error
  }
}

/** Reads the state of a host. The cooldown of a host that is its own group is that of its permit slots, where it has some. */
async function hostState({ store }: Ports, { host, group, ownDelayMs }: Target): Promise<HostState> {
  const hasOwn = host !== group || ownDelayMs !== null
  const [count, until] = await Promise.all([
    store.get(failuresKey(host)),
    hasOwn ? store.get(cooldownKey(host)) : null,
  ])
  return { failures: Number(count ?? 0), cooldownMs: Math.max(0, Number(until ?? 0) - referenceNow()) }
}

function startPermit(
  ports: Ports,
  acquired: Acquired,
  failures: number,
  addressPermit: AddressPermit,
): HostPermit {
  const endRenewal = ports.leases.renew(acquired.lease)
  let isReleased = false
  return {
    async release(response) {
      if (isReleased) return
      isReleased = true
      endRenewal()
      addressPermit.release()
      await recordResponse(ports, acquired, response, failures).catch(() => {})
    },
  }
}
