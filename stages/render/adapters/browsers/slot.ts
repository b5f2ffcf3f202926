import { unavailable } from '#shared/errors.ts'
import { TabLost } from '../../tab/tab.ts'
import type { BrowserInstance } from './instance.ts'
import type { OpenedTab } from './open-tab.ts'
import type { BrowserCounts } from './supervisor.ts'

export interface SlotLimits {
  /** A browser is replaced after so many jobs, or milliseconds, at the end of a job. */
  readonly maxJobs: number
  readonly maxAgeMs: number
}

/** Runs one job at a time. */
export interface Slot {
  /** A tab for a job, once the tab of the previous job is closed. Rejects with SERVICE_UNAVAILABLE when there is no browser. */
  openTab(): Promise<OpenedTab>
  /** Closes the tab of a finished job, and replaces a defective browser before the next job. Never rejects. */
  closeTab(opened: OpenedTab): Promise<void>
  /** Resolves when the tab of the last job is closed. */
  whenIdle(): Promise<void>
}

/**
 * Does the work with a slot whose browser has no other job, so a page that crashes its browser harms no other page. Rejects like
 * `work`, and with SERVICE_UNAVAILABLE when no browser can be launched before the signal is aborted.
 */
export type RunIsolated = <T>(work: (slot: Slot) => Promise<T>, signal: AbortSignal) => Promise<T>

/** Browsers that are up but open no tab: the job is rejected after so many of them. */
const MAX_ATTEMPTS = 2

/** `ready` resolves with the browser for new jobs. */
export function makeSlot(ready: () => Promise<BrowserInstance>, limits: SlotLimits): Slot {
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

  return {
    openTab,
    closeTab(opened) {
      if (instance !== null) closing = instance.release(opened, findDefect(instance, opened, limits))
      return closing
    },
    whenIdle: () => closing,
  }
}

/** Why the browser gets no more jobs; null when it can go on. */
function findDefect(
  instance: BrowserInstance,
  { tab: { signal } }: OpenedTab,
  { maxJobs, maxAgeMs }: SlotLimits,
): string | null {
  // A page that crashed may have damaged its browser.
  if (signal.reason instanceof TabLost) return signal.reason.message
  if (instance.jobCount() >= maxJobs) return 'it has had its maximum of jobs'
  return performance.now() - instance.launchedAt >= maxAgeMs ? 'it has reached its maximum age' : null
}

const singleJob = { maxJobs: 1, maxAgeMs: Number.POSITIVE_INFINITY }

/** `launch` launches the browser that the work gets for itself; it is killed afterwards. */
export function makeRunIsolated(
  launch: (signal: AbortSignal) => Promise<BrowserInstance>,
  counts: BrowserCounts,
): RunIsolated {
  async function launchFor(signal: AbortSignal): Promise<BrowserInstance> {
    const instance = await launch(signal).catch((error: unknown) =>
      Promise.reject(unavailable('browser', error)),
    )
    counts.launched += 1
    void instance.retired.then((reason) => {
      if (reason === null) counts.crashed += 1
    })
    return instance
  }

  return async (work, signal) => {
    const instance = await launchFor(signal)
    try {
      return await work(makeSlot(async () => instance, singleJob))
    } finally {
      await instance.kill('it has had its only job')
    }
  }
}
