import { LRUCache } from 'lru-cache'
import { concurrencyOf } from '#shared/messages/politeness.ts'
import type { BatchPoliteness } from '#shared/ports/batch-politeness.ts'
import type { KeyValues, Leases } from '#shared/ports/result-store.ts'
import type { HostPolicy } from '../cooldown.ts'
import { type LeaseAttempt, makeSlotLeases, type SlotLeases } from '../slot-leases.ts'

/** A permit that a batch with manners of its own needs for a request, besides that of the host. */
export interface OwnPermit {
  /** The request is sent now. Never rejects. */
  begin(): Promise<void>
  /** The request has ended: the permit rests for the delay of the batch. Never rejects. */
  release(): Promise<void>
  /** No request was sent. Never rejects. */
  giveBack(): Promise<void>
}

/** Different manners whose leases are kept at a time. */
const MAX_POLITENESS = 1000

/**
 * Permits of batches with manners of their own, over all processes: `concurrency` of each batch and group of hosts, each of
 * which rests for `delay_ms` after its request. With several of them, permits are also given `delay_ms` apart. They count for
 * their batch alone, so that a careful batch slows no other one.
 */
export function makeOwnPermits(store: KeyValues & Leases, policy: HostPolicy) {
  const known = new LRUCache<string, SlotLeases>({ max: MAX_POLITENESS, dispose: (leases) => leases.close() })

  function leasesOf(concurrency: number, delayMs: number): SlotLeases {
    const name = `${concurrency} ${delayMs}`
    const leases =
      known.get(name) ??
      makeSlotLeases(store, { BATCH_HOST_CONCURRENCY: concurrency, BATCH_HOST_DELAY_MS: delayMs })
    known.set(name, leases)
    return leases
  }

  return {
    /**
     * A permit of the key (`politenessKey`), or when to try again. Rejects with `SERVICE_UNAVAILABLE` while the store is
     * unavailable.
     */
    async acquire(
      key: string,
      politeness: BatchPoliteness,
    ): Promise<{ readonly permit: OwnPermit } | { readonly retryAfterMs: number }> {
      const { concurrency, delayMs } = ownLimits(politeness, policy)
      const slot = await leaseOf(leasesOf(concurrency, delayMs), key, delayMs)
      if ('retryAfterMs' in slot) return slot
      const isSpaced = concurrency > 1 && politeness.delayMs !== null && politeness.delayMs > 0
      if (!isSpaced) return { permit: permitOf(slot, null) }
      const starting = leaseOf(leasesOf(1, delayMs), `${key} start`, delayMs)
      const start = await starting.catch(async (error: unknown) => {
        await slot.giveBack()
        throw error
      })
      if (!('retryAfterMs' in start)) return { permit: permitOf(slot, start) }
      await slot.giveBack()
      return start
    },
    /** Gives back what this process keeps for its next requests. */
    close: () => known.clear(),
  }
}

/** An ordinary batch can only be more careful than the installation; an unthrottled one has what it sets. */
function ownLimits(politeness: BatchPoliteness, policy: HostPolicy) {
  const { delayMs, isUnthrottled } = politeness
  const concurrency = concurrencyOf(politeness)
  const { BATCH_HOST_CONCURRENCY: most, BATCH_HOST_DELAY_MS: least } = policy
  if (isUnthrottled) return { concurrency: concurrency ?? most, delayMs: delayMs ?? least }
  return { concurrency: Math.min(concurrency ?? most, most), delayMs: Math.max(delayMs ?? 0, least) }
}

interface Held {
  /** The lease rests, and this process may keep it for its next request. Never rejects. */
  rest(): Promise<void>
  giveBack(): Promise<void>
}

async function leaseOf(
  leases: SlotLeases,
  group: string,
  delayMs: number,
): Promise<Held | Exclude<LeaseAttempt, { lease: unknown }>> {
  const kept = leases.takeKept(group)
  const leasing = kept !== null && typeof kept !== 'number' ? leases.reuse(kept) : leases.acquire(group, kept)
  const attempt = await leasing
  if (!('lease' in attempt)) return attempt
  const { lease } = attempt
  const endRenewal = leases.renew(lease)
  return {
    async rest() {
      endRenewal()
      lease.lastHost = group
      await leases.release(lease, delayMs).catch(() => {})
    },
    async giveBack() {
      endRenewal()
      await leases.giveBack(lease)
    },
  }
}

/** `start`: the lease of the start of the request, which rests from then on; null = the request may start at any time. */
function permitOf(slot: Held, start: Held | null): OwnPermit {
  return {
    async begin() {
      await start?.rest()
    },
    release: slot.rest,
    async giveBack() {
      await Promise.all([slot.giveBack(), start?.giveBack()])
    },
  }
}
