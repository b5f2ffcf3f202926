import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from '../connection/session.ts'

/** A full window is counted again after this time: its items may end in other processes. */
const COUNT_MS = 100

const COUNT = 'SELECT count(*)::int AS count FROM items WHERE taker = $1'

/** The items in flight that this process has taken. */
export interface Window {
  /** How many more may be taken. Waits for up to 100 ms while it believes that they are fewer than `limit`. */
  room(limit: number): Promise<number>
  /** Records items as taken. */
  taken(count: number): void
}

/** Makes the window of a process: `most` items in flight. They are counted when it may be full, and not at each dispatch. */
export function makeWindow(session: Session, taker: number, most: number): Window {
  let inFlight = most
  let countedAt = Number.NEGATIVE_INFINITY

  async function count(): Promise<void> {
    const wait = countedAt + COUNT_MS - performance.now()
    if (wait > 0) await sleep(wait)
    const [row] = await session.query<{ count: number }>(COUNT, [taker])
    inFlight = row?.count ?? 0
    countedAt = performance.now()
  }

  return {
    async room(limit) {
      if (most - inFlight < limit) await count()
      return Math.max(0, most - inFlight)
    },
    taken(count) {
      inFlight += count
    },
  }
}
