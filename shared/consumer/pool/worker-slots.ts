import type { Job } from '#shared/consumer/pool/job.ts'
import type { Lane } from '#shared/messages/topics.ts'

export interface WorkerSlotsOptions {
  /** Jobs at once, over all lanes. */
  readonly slots: number
  /** Of these, how many batch can't take. */
  readonly reserved: number
  /**
   * Batch jobs that run longer than this, in milliseconds, wait for somebody rather than work: they give up their slot,
   * as many of them as there are slots. Without it they keep it.
   */
  readonly slowMs?: number
}

/** Who holds the slots of a pool. */
export interface WorkerSlots {
  hasFreeSlot(lane: Lane): boolean
  /** Whether a job that is to be alone may begin: it waits for the others besides their slots. */
  isExclusiveSlotFree(): boolean
  /** Takes a slot for a job that begins to run. */
  occupy(job: Job): void
  /** The job does not run any more. */
  release(job: Job): void
  /** The lane's jobs that run, with or without a slot. */
  running(lane: Lane): number
}

/** `onRoom` is called when a job that goes on running gives up its slot. */
export function makeWorkerSlots(
  { slots, reserved, slowMs }: WorkerSlotsOptions,
  onSlotFreed: () => void,
): WorkerSlots {
  const running = { interactive: 0, batch: 0 }
  const timers = new Map<Job, NodeJS.Timeout>()
  const slow = new Set<Job>()
  let exclusive = 0

  function markSlow(job: Job): void {
    slow.add(job)
    onSlotFreed()
  }

  return {
    hasFreeSlot(lane) {
      const batch = running.batch - Math.min(slow.size, slots)
      if (running.interactive - exclusive + batch >= slots) return false
      return lane === 'interactive' || batch < slots - reserved
    },
    isExclusiveSlotFree: () => exclusive === 0,
    occupy(job) {
      running[job.lane] += 1
      if (job.isExclusive) exclusive += 1
      if (job.lane === 'batch' && slowMs !== undefined)
        timers.set(job, setTimeout(markSlow, slowMs, job).unref())
    },
    release(job) {
      running[job.lane] -= 1
      if (job.isExclusive) exclusive -= 1
      clearTimeout(timers.get(job))
      timers.delete(job)
      slow.delete(job)
    },
    running: (lane) => running[lane],
  }
}
