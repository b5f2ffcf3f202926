/** The stage that an inspection begins with: what begins apart waits apart. */
export type Way = 'fetch' | 'render'

/** An inspection that was accepted and has not ended. */
export interface Seat {
  readonly id: string
  readonly way: Way
  /** Id of the API key that asked. */
  readonly owner: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** The seats that one gateway has given away. */
export interface Seats<S extends Seat> {
  /**
   * Takes a seat unless the queue is full, or the owner holds its share already; `others` seats of the way are taken
   * elsewhere.
   */
  take(seat: S, others: number): boolean
  /** Answers the seat that is free now, undefined when none was taken. */
  release(id: string): S | undefined
  /** Whether there is none left for anybody. */
  isFull(way: Way, others: number): boolean
  /** Seats of the way that are taken. */
  taken(way: Way): number
  /** How many seats of the way were taken or released since this was asked last. */
  moves(way: Way): number
  /** Some seats, others each time until all had their turn. */
  some(count: number): S[]
}

/**
 * What an owner may hold, as a multiple of what is still free: one alone gets three quarters, the next one three
 * quarters of the rest, and so there is room for whoever comes then (dynamic thresholds, Choudhury and Hahne 1998).
 */
const SHARE = 3

/** `limit` is the number of seats of each way. */
export function makeSeats<S extends Seat>(limit: number): Seats<S> {
  const seats = new Map<string, S>()
  const taken = { fetch: 0, render: 0 }
  const moves = { fetch: 0, render: 0 }
  const held = new Map<string, number>()

  function count({ way, owner }: Seat, by: 1 | -1): void {
    taken[way] += by
    moves[way] += 1
    const sum = (held.get(`${way} ${owner}`) ?? 0) + by
    if (sum > 0) held.set(`${way} ${owner}`, sum)
    else held.delete(`${way} ${owner}`)
  }

  return {
    take(seat, others) {
      const free = limit - taken[seat.way] - others
      const isFair = (held.get(`${seat.way} ${seat.owner}`) ?? 0) < SHARE * free
      if (free <= 0 || !isFair) return false
      seats.set(seat.id, seat)
      count(seat, 1)
      return true
    },
    release(id) {
      const seat = seats.get(id)
      if (seat === undefined) return
      seats.delete(id)
      count(seat, -1)
      return seat
    },
    isFull: (way, others) => limit - taken[way] - others <= 0,
    taken: (way) => taken[way],
    moves(way) {
      const sum = moves[way]
      moves[way] = 0
      return sum
    },
    some(most) {
      const first = [...seats.values()].slice(0, most)
      for (const seat of first) {
        seats.delete(seat.id)
        seats.set(seat.id, seat)
      }
      return first
    },
  }
}
