import type { Prediction } from './predicted-wait.ts'

/** Owners' queues that stay: more is asked for than is done, so that all wait as long as the queue may get. */
export interface StandingQueues {
  /** Seconds that a new inspection of the owner may have to wait: `most`, or less where its queue stays. */
  limit(owner: string, expected: Pick<Prediction, 'waitSeconds' | 'workSeconds'>, maxWait: number): number
  /** Queues that nobody asked about for a while are forgotten. */
  dropIdle(): void
}

interface QueueState {
  /** When the owner's wait was a short one last. */
  lastShortAt: number
  /** When an inspection was found to be too many for a queue that stays. */
  lastExcessAt: number
  lastUsedAt: number
}

/** Slots always find something to do where so many pieces of work wait for each: a queue of those is short, too. */
const SHORT_QUEUE_WORK = 2
/** The calls of a burst have come within that time; a queue that is longer for longer stays (as in CoDel, RFC 8289). */
const BURST_MS = 10_000
/** It stays until none was too many for so long. */
const CALM_MS = 10_000
const IDLE_MS = 60_000

/** A queue is short in which a new inspection waits `shortSeconds` at most. */
export function makeStandingQueues(shortSeconds: number): StandingQueues {
  const queues = new Map<string, QueueState>()

  function queueOf(owner: string, now: number): QueueState {
    const found = queues.get(owner)
    if (found !== undefined) return found
    const created = { lastShortAt: now, lastExcessAt: Number.NEGATIVE_INFINITY, lastUsedAt: now }
    queues.set(owner, created)
    return created
  }

  return {
    limit(owner, { waitSeconds, workSeconds }, maxWait) {
      const now = performance.now()
      const shortWait = Math.min(maxWait, Math.max(shortSeconds, SHORT_QUEUE_WORK * workSeconds))
      const queue = queueOf(owner, now)
      queue.lastUsedAt = now
      if (waitSeconds <= shortWait) queue.lastShortAt = now
      const isStanding = now - queue.lastShortAt > BURST_MS || now - queue.lastExcessAt < CALM_MS
      if (!isStanding) return maxWait
      if (waitSeconds > shortWait) queue.lastExcessAt = now
      return shortWait
    },
    dropIdle() {
      const now = performance.now()
      for (const [owner, { lastUsedAt }] of queues) if (now - lastUsedAt > IDLE_MS) queues.delete(owner)
    },
  }
}
