import type { Prediction } from './predicted-wait.ts'

/** Owners' queues that stay: more is asked for than is done, so that all wait as long as the queue may get. */
export interface StandingQueues {
  /** Seconds that a new inspection of the owner may have to wait: `most`, or less where its queue stays. */
  limit(owner: string, expected: Pick<Prediction, 'beginsIn' | 'seconds'>, most: number): number
  /** Queues that nobody asked about for a while are forgotten. */
  forgetOld(): void
}

interface Queue {
  /** When the owner's wait was a short one last. */
  shortAt: number
  /** When an inspection was found to be too many for a queue that stays. */
  tooManyAt: number
  lookedAt: number
}

/** Slots always find something to do where so many pieces of work wait for each: a queue of those is short, too. */
const ENOUGH = 2
/** The calls of a burst have come within that time; a queue that is longer for longer stays (as in CoDel, RFC 8289). */
const BURST_MS = 10_000
/** It stays until none was too many for so long. */
const CALM_MS = 10_000
const FORGOTTEN_MS = 60_000

/** A queue is short in which a new inspection waits `shortSeconds` at most. */
export function makeStandingQueues(shortSeconds: number): StandingQueues {
  const queues = new Map<string, Queue>()

  function queueOf(owner: string, now: number): Queue {
    const found = queues.get(owner)
    if (found !== undefined) return found
    const made = { shortAt: now, tooManyAt: Number.NEGATIVE_INFINITY, lookedAt: now }
    queues.set(owner, made)
    return made
  }

  return {
    limit(owner, { beginsIn, seconds }, most) {
      const now = performance.now()
      const short = Math.min(most, Math.max(shortSeconds, ENOUGH * seconds))
      const queue = queueOf(owner, now)
      queue.lookedAt = now
      if (beginsIn <= short) queue.shortAt = now
      const stays = now - queue.shortAt > BURST_MS || now - queue.tooManyAt < CALM_MS
      if (!stays) return most
      if (beginsIn > short) queue.tooManyAt = now
      return short
    },
    forgetOld() {
      const now = performance.now()
      for (const [owner, { lookedAt }] of queues) if (now - lookedAt > FORGOTTEN_MS) queues.delete(owner)
    },
  }
}
