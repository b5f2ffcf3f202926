/** The stage that an inspection begins with: what begins apart waits apart. */
export type EntryStage = 'fetch' | 'render'

/** An inspection that was accepted and has not ended. */
export interface QueueSlot {
  readonly id: string
  readonly entryStage: EntryStage
  /** Id of the API key that asked. */
  readonly owner: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** The seats that one gateway has given away. */
export interface FairShare<Slot extends QueueSlot> {
  /**
   * Takes a seat unless the queue is full, or the owner holds its share already; `others` seats of the way are taken
   * elsewhere.
   */
  tryAcquire(slot: Slot, elsewhere: number): boolean
  /** Answers the seat that is free now, undefined when none was taken. */
  release(id: string): Slot | undefined
  /** Whether there is none left for anybody. */
  isFull(entryStage: EntryStage, elsewhere: number): boolean
  /** Seats of the way that are taken. */
  taken(entryStage: EntryStage): number
  /** How many seats of the way were taken or released since this was asked last. */
  changesSinceLastPoll(entryStage: EntryStage): number
  /** Some seats, others each time until all had their turn. */
  nextToCheck(count: number): Slot[]
}

/**
 * What an owner may hold, as a multiple of what is still free: one alone gets three quarters, the next one three
 * quarters of the rest, and so there is room for whoever comes then (dynamic thresholds, Choudhury and Hahne 1998).
 */
const SHARE = 3

/** `limit` is the number of seats of each way. */
export function makeFairShare<Slot extends QueueSlot>(limit: number): FairShare<Slot> {
  const slots = new Map<string, Slot>()
  const taken = { fetch: 0, render: 0 }
  const changesSinceLastPoll = { fetch: 0, render: 0 }
  const heldByOwner = new Map<string, number>()

  function count({ entryStage, owner }: QueueSlot, by: 1 | -1): void {
    taken[entryStage] += by
    changesSinceLastPoll[entryStage] += 1
    const sum = (heldByOwner.get(`${entryStage} ${owner}`) ?? 0) + by
    if (sum > 0) heldByOwner.set(`${entryStage} ${owner}`, sum)
    else heldByOwner.delete(`${entryStage} ${owner}`)
  }

  return {
    tryAcquire(slot, elsewhere) {
      const free = limit - taken[slot.entryStage] - elsewhere
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
    isFull: (entryStage, elsewhere) => limit - taken[entryStage] - elsewhere <= 0,
    taken: (entryStage) => taken[entryStage],
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
