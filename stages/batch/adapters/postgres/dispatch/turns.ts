/** A ready queue, and how many of its items may be taken now. */
export interface QueueRoom {
  readonly id: number
  readonly batch: number
  readonly turn: number
  readonly room: number
}

/**
 * The queues that give an item each, in order: the batches take turns as they are given, and so do the queues of each by their
 * turns. A batch gives up to `share` items.
 */
export function slotsInTurn(
  queues: readonly QueueRoom[],
  batches: readonly number[],
  share: number,
): number[] {
  const byBatch = Map.groupBy(queues, ({ batch }) => batch)
  const slots = batches.map((batch) => slotsOf(byBatch.get(batch) ?? [], share))
  return Array.from({ length: share }, (_, round) => slots.flatMap((ofBatch) => ofBatch[round] ?? [])).flat()
}

function slotsOf(queues: readonly QueueRoom[], share: number): number[] {
  const inTurn = queues.toSorted((one, other) => one.turn - other.turn)
  const slots: number[] = []
  for (let round = 0; slots.length < share; round++) {
    const ready = inTurn.filter(({ room }) => room > round)
    if (ready.length === 0) break
    slots.push(...ready.map(({ id }) => id))
  }
  return slots.slice(0, share)
}
