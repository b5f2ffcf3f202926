import type { SlotLease } from './slot-lease.ts'

/** A process waits this long for its next request to a group before it gives the lease back. */
const AWAIT_MS = 1000
/** Leases that are kept at a time. Others are given back at once. */
const MAX_KEPT = 20_000

interface Kept {
  readonly lease: SlotLease
  /** By `performance.now()`. */
  readonly readyAt: number
  timer: NodeJS.Timeout | undefined
}

/**
 * Leases that stay with this process after a request, through the cooldown, for its next request to the same group: it then
 * need not ask the store. `giveBack` is called for a lease that nobody takes, with the milliseconds left of its cooldown.
 */
export function makeKeptLeases(giveBack: (lease: SlotLease, restMs: number) => void) {
  const kept = new Map<string, Kept[]>()
  let count = 0

  function remove(one: Kept): void {
    clearTimeout(one.timer)
    const { group } = one.lease
    const others = (kept.get(group) ?? []).filter((other) => other !== one)
    if (others.length > 0) kept.set(group, others)
    else kept.delete(group)
    count -= 1
  }

  function drop(one: Kept): void {
    remove(one)
    giveBack(one.lease, Math.max(0, Math.ceil(one.readyAt - performance.now())))
  }

  function dropIn(one: Kept, ms: number): void {
    clearTimeout(one.timer)
    one.timer = setTimeout(drop, ms, one).unref()
  }

  return {
    /** Keeps a lease whose cooldown has begun. Answers false, and does nothing, when there are too many. */
    add(lease: SlotLease, cooldownMs: number): boolean {
      if (count >= MAX_KEPT) return false
      const one: Kept = { lease, readyAt: performance.now() + cooldownMs, timer: undefined }
      kept.set(lease.group, [...(kept.get(lease.group) ?? []), one])
      count += 1
      dropIn(one, AWAIT_MS)
      return true
    },
    /**
     * Takes a lease of the group. Otherwise answers the milliseconds until the first one can be taken, and keeps it until
     * then; null = none is kept.
     */
    take(group: string): SlotLease | number | null {
      const first = (kept.get(group) ?? []).toSorted((one, other) => one.readyAt - other.readyAt)[0]
      if (first === undefined) return null
      const waitMs = Math.ceil(first.readyAt - performance.now())
      if (waitMs <= 0) {
        remove(first)
        return first.lease
      }
      dropIn(first, waitMs + AWAIT_MS)
      return waitMs
    },
    /** Gives all of them back. */
    close(): void {
      for (const one of [...kept.values()].flat()) drop(one)
    },
  }
}
