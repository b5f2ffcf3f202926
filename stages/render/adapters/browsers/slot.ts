import { unavailable } from '#shared/errors.ts'
import { TabLost } from '../../tab.ts'
import type { Life } from './life.ts'
import type { OpenedTab } from './open-tab.ts'

export interface SlotLimits {
  /** A browser is replaced after so many jobs, or milliseconds, at the end of a job. */
  readonly maxJobs: number
  readonly maxAgeMs: number
}

/** A place for one job at a time. */
export interface Slot {
  /** A tab for a job, once the one before is closed. Rejects with SERVICE_UNAVAILABLE when no browser can be had. */
  open(): Promise<OpenedTab>
  /** The job is done: closes its tab, and sees to it that the next one finds a good browser. Never rejects. */
  free(opened: OpenedTab): Promise<void>
  /** Resolves when nothing of the last job is under way any more. */
  quiet(): Promise<void>
}

/** Browsers that were up, but opened no tab: after so many the job is turned away. */
const TRIES = 2

/** `ready` gives the browser that new jobs are for. */
export function openSlot(ready: () => Promise<Life>, { maxJobs, maxAgeMs }: SlotLimits): Slot {
  let freed: Promise<void> = Promise.resolve()
  let owner: Life | null = null

  async function open(): Promise<OpenedTab> {
    await freed
    let failure: unknown
    for (let tries = 0; tries < TRIES; tries++) {
      owner = await ready()
      try {
        return await owner.take()
      } catch (error) {
        failure = error
        await owner.end(`it opens no tab: ${(error as Error).message}`)
      }
    }
    throw unavailable('browser', failure)
  }

  /** Why the browser is of no more use. */
  function flawOf(life: Life, { tab: { signal } }: OpenedTab): string | null {
    // A page that crashed may have hurt its browser.
    if (signal.reason instanceof TabLost) return signal.reason.message
    if (life.jobs() >= maxJobs) return 'it has had its jobs'
    return performance.now() - life.since >= maxAgeMs ? 'it is old' : null
  }

  return {
    open,
    free(opened) {
      if (owner !== null) freed = owner.release(opened, flawOf(owner, opened))
      return freed
    },
    quiet: () => freed,
  }
}
