import { unavailable } from '#shared/errors.ts'
import { TabLost } from '../../tab/tab.ts'
import type { BrowserInstance } from './instance.ts'
import type { OpenedTab } from './open-tab.ts'

export interface SlotLimits {
  /** A browser is replaced after so many jobs, or milliseconds, at the end of a job. */
  readonly maxJobs: number
  readonly maxAgeMs: number
}

/** A place for one job at a time. */
export interface Slot {
  /** A tab for a job, once the one before is closed. Rejects with SERVICE_UNAVAILABLE when no browser can be had. */
  openTab(): Promise<OpenedTab>
  /** The job is done: closes its tab, and sees to it that the next one finds a good browser. Never rejects. */
  closeTab(opened: OpenedTab): Promise<void>
  /** Resolves when nothing of the last job is under way any more. */
  whenIdle(): Promise<void>
}

/** Browsers that were up, but opened no tab: after so many the job is turned away. */
const MAX_ATTEMPTS = 2

/** `ready` gives the browser that new jobs are for. */
export function makeSlot(ready: () => Promise<BrowserInstance>, { maxJobs, maxAgeMs }: SlotLimits): Slot {
  let closing: Promise<void> = Promise.resolve()
  let instance: BrowserInstance | null = null

  async function openTab(): Promise<OpenedTab> {
    await closing
    let failure: unknown
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
      instance = await ready()
      try {
        return await instance.acquire()
      } catch (error) {
        failure = error
        await instance.kill(`it opens no tab: ${(error as Error).message}`)
      }
    }
    throw unavailable('browser', failure)
  }

  /** Why the browser is of no more use. */
  function findDefect(instance: BrowserInstance, { tab: { signal } }: OpenedTab): string | null {
    // A page that crashed may have hurt its browser.
    if (signal.reason instanceof TabLost) return signal.reason.message
    if (instance.jobCount() >= maxJobs) return 'it has had its jobs'
    return performance.now() - instance.launchedAt >= maxAgeMs ? 'it is old' : null
  }

  return {
    openTab,
    closeTab(opened) {
      if (instance !== null) closing = instance.release(opened, findDefect(instance, opened))
      return closing
    },
    whenIdle: () => closing,
  }
}
