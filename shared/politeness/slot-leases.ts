import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { KeyValues, LeaseResult, Leases } from '#shared/ports/result-store.ts'
import type { HostPolicy } from './cooldown.ts'
import { makeKeptLeases } from './kept-leases.ts'
import { makeKnownCooldowns } from './known-cooldowns.ts'
import { type LocalPermits, makeLocalPermits } from './local-permits.ts'
import type { SlotLease } from './slot-lease.ts'

/** The lease of a process that died expires after this time, or the minimum delay if that is longer; a live process renews it. */
const TTL_MS = 6000
const RENEW_MS = 2000
/** A kept lease is renewed when its last renewal was longer ago than this. */
const FRESH_MS = 3000
/** A process gives a lease back after this time even if it has more requests to the group: others may wait for it. */
const KEEP_MS = 5000
/** While another process waits for a group, no lease of it is kept. Each refusal counts for this many seconds. */
const CONTENTION_SECONDS = 10
/** Slots that are tried before a group with many permits counts as busy. */
const MAX_LEASE_TRIES = 4
/** The shortest time until a taken permit is requested again. */
const BUSY_RETRY_MS = 50
/** Groups whose refusal is remembered. */
const MAX_REFUSED = 10_000

/** `retryAfterMs`: when a slot may be free. */
export type LeaseAttempt = { readonly lease: SlotLease } | { readonly retryAfterMs: number }

interface Ports {
  readonly store: KeyValues & Leases
  readonly policy: Pick<HostPolicy, 'BATCH_HOST_CONCURRENCY' | 'BATCH_HOST_DELAY_MS'>
  readonly local: LocalPermits
}

export interface SlotLeases {
  /**
   * A lease that was kept after an earlier request; else the milliseconds until it can be taken, or until the only slot of
   * the group, which was released here, is free; null = neither.
   */
  takeKept(group: string): SlotLease | number | null
  /** The kept lease, which is renewed first if that was some time ago. Rejects as `acquire` does. */
  reuse(kept: SlotLease): Promise<LeaseAttempt>
  /**
   * Leases a free slot. `keptMs`: what `takeKept` answered. Rejects with `SERVICE_UNAVAILABLE` while the store is
   * unavailable.
   */
  acquire(group: string, keptMs: number | null): Promise<LeaseAttempt>
  /** Renews the lease every 2 s until the returned function is called. */
  renew(lease: SlotLease): () => void
  /** Whether other processes wait for the group. */
  isContended(group: string): Promise<boolean>
  /**
   * Ends the use of a lease. After the cooldown the slot is free again. After a request that went well (`lastHost`) this
   * process may keep the lease for its next request. Rejects when the store is unavailable.
   */
  release(lease: SlotLease, cooldownMs: number): Promise<void>
  /** Gives a lease back at once, since no request was sent. Never rejects. */
  giveBack(lease: SlotLease): Promise<void>
  /** Gives all kept leases back. */
  close(): void
}

/** Makes the leases of a process. Each group has `BATCH_HOST_CONCURRENCY` slots over all processes. */
export function makeSlotLeases(store: KeyValues & Leases, policy: Ports['policy']): SlotLeases {
  const ports = { store, policy, local: makeLocalPermits(policy.BATCH_HOST_CONCURRENCY) }
  const refusals = makeRefusals(store)
  const cooldowns = makeKnownCooldowns()
  const endOf = (lease: SlotLease, restMs: number) => end(ports, lease, restMs)
  const kept = makeKeptLeases((lease, restMs) => void endOf(lease, restMs).catch(() => {}))

  return {
    takeKept: (group) => kept.take(group) ?? cooldowns.leftMs(group),
    reuse: (lease) => reuse(ports, lease),
    async acquire(group, keptMs) {
      const attempt = await leaseAnySlot(ports, group, keptMs)
      if ('wasHeld' in attempt && attempt.wasHeld) refusals.note(group)
      return attempt
    },
    renew(lease) {
      const renewal = setInterval(() => void confirm(ports, lease).catch(() => {}), RENEW_MS).unref()
      return () => clearInterval(renewal)
    },
    isContended: refusals.isContended,
    async release(lease, cooldownMs) {
      const isKept = mayKeep(lease, cooldownMs, ttlOf(policy)) && kept.add(lease, cooldownMs)
      if (isKept) return
      if (policy.BATCH_HOST_CONCURRENCY === 1 && lease.lastHost !== null)
        cooldowns.begin(lease.group, cooldownMs)
      await endOf(lease, cooldownMs)
    },
    giveBack: (lease) => endOf(lease, 0).catch(() => {}),
    close: kept.close,
  }
}

/** A kept lease must outlast its cooldown, even if it is taken late. */
function mayKeep(lease: SlotLease, cooldownMs: number, ttlMs: number): boolean {
  const readyAt = performance.now() + cooldownMs
  const isShort = readyAt <= lease.acquiredAt + KEEP_MS
  return (
    lease.lastHost !== null &&
    !lease.isContended &&
    isShort &&
    readyAt <= lease.confirmedAt + ttlMs - RENEW_MS
  )
}

async function reuse(ports: Ports, lease: SlotLease): Promise<LeaseAttempt> {
  if (performance.now() - lease.confirmedAt <= FRESH_MS) return { lease }
  const result = await confirmOrForget(ports, lease)
  return result === 'mine' ? { lease } : { retryAfterMs: retryMs(ports, result) }
}

type Refused = { readonly retryAfterMs: number; readonly wasHeld: boolean }

/**
 * Leases a free slot of the group, or answers when one may be free: a taken slot has a cooldown after its release.
 * `keptMs`: when a kept lease can be taken; null = none is kept.
 */
async function leaseAnySlot(
  ports: Ports,
  group: string,
  keptMs: number | null,
): Promise<{ readonly lease: SlotLease } | Refused> {
  const { policy, local } = ports
  const free = local.free(group, MAX_LEASE_TRIES)
  const isTaken = free.length < policy.BATCH_HOST_CONCURRENCY
  const ownMs = isTaken && keptMs === null ? retryMs(ports, 'held') : Number.POSITIVE_INFINITY
  let retryAfterMs = Math.min(ownMs, keptMs ?? Number.POSITIVE_INFINITY)
  let wasHeld = false
  for (const slot of free) {
    const { lease, result } = await leaseSlot(ports, group, slot)
    if (result === 'mine') return { lease }
    wasHeld ||= result === 'held'
    retryAfterMs = Math.min(retryAfterMs, retryMs(ports, result))
  }
  return { retryAfterMs, wasHeld }
}

function retryMs({ policy }: Ports, result: Exclude<LeaseResult, 'mine'>): number {
  return result === 'held' ? Math.max(policy.BATCH_HOST_DELAY_MS, BUSY_RETRY_MS) : result.restMs
}

/** Marks the slot as taken in this process while it is leased, so that no other request of the process leases it. */
async function leaseSlot(ports: Ports, group: string, slot: number) {
  const acquiredAt = performance.now()
  const times = { acquiredAt, confirmedAt: acquiredAt }
  const lease: SlotLease = { group, slot, holder: randomUUID(), ...times, isContended: false, lastHost: null }
  ports.local.add(group, slot)
  return { lease, result: await confirmOrForget(ports, lease) }
}

/** As `confirm`. The slot counts as taken in this process only if the lease is confirmed. */
async function confirmOrForget(ports: Ports, lease: SlotLease): Promise<LeaseResult> {
  let result: LeaseResult | null = null
  try {
    result = await confirm(ports, lease)
    return result
  } finally {
    if (result !== 'mine') ports.local.delete(lease.group, lease.slot)
  }
}

/** Acquires or renews the lease in the store. */
async function confirm({ store, policy }: Ports, lease: SlotLease): Promise<LeaseResult> {
  const askedAt = performance.now()
  const result = await store.acquireLease(slotKey(lease), lease.holder, ttlOf(policy))
  if (result === 'mine') lease.confirmedAt = askedAt
  return result
}

async function end({ store, local }: Ports, lease: SlotLease, restMs: number): Promise<void> {
  local.delete(lease.group, lease.slot)
  await store.releaseLease(slotKey(lease), lease.holder, restMs)
}

/** Tells other processes, through the store, for which groups this one was refused. */
function makeRefusals(store: KeyValues) {
  const noted = new LRUCache<string, true>({ max: MAX_REFUSED, ttl: CONTENTION_SECONDS * 500 })
  return {
    /** Advice that may be lost: it need not reach the store. */
    note(group: string): void {
      if (noted.has(group)) return
      noted.set(group, true)
      void store.set(contentionKey(group), '1', CONTENTION_SECONDS).catch(() => {})
    },
    isContended: async (group: string) => (await store.get(contentionKey(group))) !== null,
  }
}

function ttlOf({ BATCH_HOST_DELAY_MS }: Ports['policy']): number {
  return Math.max(TTL_MS, BATCH_HOST_DELAY_MS)
}

function slotKey({ group, slot }: SlotLease): string {
  return `turn:${group}:${slot}`
}

function contentionKey(group: string): string {
  return `turn:${group}:contended`
}
