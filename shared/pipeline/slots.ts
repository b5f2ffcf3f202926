import type { Lane } from '#shared/messages/topics.ts'
import type { Job } from '#shared/pipeline/job.ts'

export interface SlotsOptions {
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
export interface Slots {
  hasRoom(lane: Lane): boolean
  /** Whether a job that is to be alone may begin: it waits for the others besides their slots. */
  hasRoomAlone(): boolean
  /** Takes a slot for a job that begins to run. */
  take(job: Job): void
  /** The job does not run any more. */
  free(job: Job): void
  /** The lane's jobs that run, with or without a slot. */
  running(lane: Lane): number
}

/** `onRoom` is called when a job that goes on running gives up its slot. */
export function makeSlots({ slots, reserved, slowMs }: SlotsOptions, onRoom: () => void): Slots {
  const running = { interactive: 0, batch: 0 }
  const timers = new Map<Job, NodeJS.Timeout>()
  const slow = new Set<Job>()
  let alone = 0

  function slowed(job: Job): void {
    slow.add(job)
    onRoom()
  }

  return {
    hasRoom(lane) {
      const batch = running.batch - Math.min(slow.size, slots)
      if (running.interactive - alone + batch >= slots) return false
      return lane === 'interactive' || batch < slots - reserved
    },
    hasRoomAlone: () => alone === 0,
    take(job) {
      running[job.lane] += 1
      if (job.isAlone) alone += 1
      if (job.lane === 'batch' && slowMs !== undefined)
        timers.set(job, setTimeout(slowed, slowMs, job).unref())
    },
    free(job) {
      running[job.lane] -= 1
      if (job.isAlone) alone -= 1
      clearTimeout(timers.get(job))
      timers.delete(job)
      slow.delete(job)
    },
    running: (lane) => running[lane],
  }
}
