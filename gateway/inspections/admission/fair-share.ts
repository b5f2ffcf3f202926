import type { EntryStage } from '../../operations/operation.ts'

/** The slot of an accepted inspection that has not ended. */
export interface QueueSlot {
  readonly id: string
  readonly entryStage: EntryStage
  /** Id of the API key that requested it. */
  readonly owner: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** The queue slots that one gateway has given to its inspections. */
export interface FairShare<Slot extends QueueSlot> {
  /**
   * Acquires the slot unless the queue is full or the owner holds its share; `elsewhere` slots of the stage are held by
   * other gateways.
   */
  tryAcquire(slot: Slot, elsewhere: number): boolean
  /** Releases a slot and returns it; undefined when none is held. */
  release(id: string): Slot | undefined
  /** Whether no owner can acquire a slot. */
  isFull(entryStage: EntryStage, elsewhere: number): boolean
  /** Held slots of the stage. */
  held(entryStage: EntryStage): number
  /** Slots of the stage that were acquired or released since the last call. */
  changesSinceLastPoll(entryStage: EntryStage): number
  /** Returns `count` slots, in turn: each held slot is returned before any a second time. */
  nextToCheck(count: number): Slot[]
}

/**
 * An owner may hold this multiple of the free slots: the first one gets three quarters, the next one three quarters of
 * the rest. So there is always room for another owner (dynamic thresholds, Choudhury and Hahne 1998).
 */
const SHARE = 3

/** Makes the slots; `limit` is their number for each entry stage. */
export function makeFairShare<Slot extends QueueSlot>(limit: number): FairShare<Slot> {
  const slots = new Map<string, Slot>()
  const held = { fetch: 0, render: 0 }
  const changesSinceLastPoll = { fetch: 0, render: 0 }
  const heldByOwner = new Map<string, number>()

  function count({ entryStage, owner }: QueueSlot, by: 1 | -1): void {
    held[entryStage] += by
    changesSinceLastPoll[entryStage] += 1
    const sum = (heldByOwner.get(`${entryStage} ${owner}`) ?? 0) + by
    if (sum > 0) heldByOwner.set(`${entryStage} ${owner}`, sum)
    else heldByOwner.delete(`${entryStage} ${owner}`)
  }

  return {
    tryAcquire(slot, elsewhere) {
      const free = limit - held[slot.entryStage] - elsewhere
      const isFair = (heldByOwner.get(`${slot.entryStage} ${slot.owner}`) ?? 0) < SHARE * free
      if (free <= 0 || !isFair) return false
      slots.set(slot.id, slot)
      count(slot, 1)
      return true
    },
    release(id) {
      const slot = slots.get(id)
      if (slot === undefined) return
      slots.delete(id)
      count(slot, -1)
      return slot
    },
    isFull: (entryStage, elsewhere) => limit - held[entryStage] - elsewhere <= 0,
    held: (entryStage) => held[entryStage],
    changesSinceLastPoll(entryStage) {
      const sum = changesSinceLastPoll[entryStage]
      changesSinceLastPoll[entryStage] = 0
      return sum
    },
    nextToCheck(most) {
      const first = [...slots.values()].slice(0, most)
      for (const slot of first) {
        slots.delete(slot.id)
        slots.set(slot.id, slot)
      }
      return first
    },
  }
}
