import type { Prediction } from './predicted-wait.ts'

interface QueueState {
  /** Last time that the owner's wait was short. */
  lastShortAt: number
  /** Last time that an inspection exceeded the limit of a standing queue. */
  lastExcessAt: number
  lastUsedAt: number
}

/** A queue is also short with this many inspections' work for each slot: fewer would leave slots idle. */
const SHORT_QUEUE_WORK = 2
/**
 * A burst of calls has arrived within this time. A queue that is not short for longer is a standing queue (as in CoDel,
 * RFC 8289).
 */
const BURST_MS = 10_000
/** A standing queue stays one until no inspection exceeded its limit for this time. */
const CALM_MS = 10_000
const IDLE_MS = 60_000

/**
 * Makes a detector of standing queues: queues of owners that request more than the stage does, so that each inspection
 * waits as long as the queue may get. The wait in a queue is short up to `shortSeconds`.
 */
export function makeStandingQueues(shortSeconds: number) {
  const queues = new Map<string, QueueState>()

  function queueOf(owner: string, now: number): QueueState {
    const found = queues.get(owner)
    if (found !== undefined) return found
    const created = { lastShortAt: now, lastExcessAt: Number.NEGATIVE_INFINITY, lastUsedAt: now }
    queues.set(owner, created)
    return created
  }

  return {
    /**
     * Maximum wait of a new inspection of the owner, in seconds: `maxWait`, or less while the owner has a standing queue.
     */
    limit(owner: string, expected: Pick<Prediction, 'waitSeconds' | 'workSeconds'>, maxWait: number): number {
      const { waitSeconds, workSeconds } = expected
      const now = performance.now()
      const shortWait = Math.min(maxWait, Math.max(shortSeconds, SHORT_QUEUE_WORK * workSeconds))
      const queue = queueOf(owner, now)
      queue.lastUsedAt = now
      if (waitSeconds <= shortWait) queue.lastShortAt = now
      const isPersistent = now - queue.lastShortAt > BURST_MS || now - queue.lastExcessAt < CALM_MS
      if (!isPersistent) return maxWait
      if (waitSeconds > shortWait) queue.lastExcessAt = now
      return shortWait
    },
    /** Drops the state of queues that were not used for a while. */
    dropIdle(): void {
      const now = performance.now()
      for (const [owner, { lastUsedAt }] of queues) if (now - lastUsedAt > IDLE_MS) queues.delete(owner)
    },
  }
}
