import type { Job } from '#shared/consumer/pool/job.ts'
import type { Lane } from '#shared/messages/topics.ts'

export interface WorkerSlotsOptions {
  /** Concurrent jobs over all lanes. */
  readonly slots: number
  /** Slots of these that batch jobs cannot take. */
  readonly reserved: number
  /**
   * Batch jobs that run longer than this many milliseconds are waiting rather than working: they give up their slot, as
   * many of them as there are slots. Default: they keep it.
   */
  readonly slowMs?: number
}

/** The slots of a worker pool. `onSlotFreed` is called when a job gives up its slot while it still runs. */
export function makeWorkerSlots({ slots, reserved, slowMs }: WorkerSlotsOptions, onSlotFreed: () => void) {
  const running = { interactive: 0, batch: 0 }
  const timers = new Map<Job, NodeJS.Timeout>()
  const slow = new Set<Job>()
  let exclusive = 0

  function markSlow(job: Job): void {
    slow.add(job)
    onSlotFreed()
  }

  return {
    hasFreeSlot(lane: Lane): boolean {
      const batch = running.batch - Math.min(slow.size, slots)
      if (running.interactive - exclusive + batch >= slots) return false
      return lane === 'interactive' || batch < slots - reserved
    },
    /** Whether an exclusive job may start: it takes the one slot beside those of the other jobs. */
    isExclusiveSlotFree: () => exclusive === 0,
    /** Takes a slot for a job that starts. */
    occupy(job: Job): void {
      running[job.lane] += 1
      if (job.isExclusive) exclusive += 1
      if (job.lane === 'batch' && slowMs !== undefined)
        timers.set(job, setTimeout(markSlow, slowMs, job).unref())
    },
    /** Frees the slot of a job that ended. */
    release(job: Job): void {
      running[job.lane] -= 1
      if (job.isExclusive) exclusive -= 1
      clearTimeout(timers.get(job))
      timers.delete(job)
      slow.delete(job)
    },
    /** Running jobs of the lane, with or without a slot. */
    running: (lane: Lane): number => running[lane],
  }
}
