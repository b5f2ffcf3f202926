import type { OpenedTab } from './open-tab.ts'

/** The tabs of one browser: those opened ahead, so that jobs do not wait for them, and those that have a job. */
export interface WarmTabs {
  /** A warm tab where one is usable, else a new one. Rejects when the browser cannot open a tab. */
  acquire(): Promise<OpenedTab>
  /** The job of the tab has ended. */
  release(opened: OpenedTab): void
  /** Adds one warm tab; settles like its opening. */
  warmUp(pendingTab: Promise<OpenedTab>): Promise<void>
  warmCount(): number
  /** Tabs acquired so far. */
  jobCount(): number
  /** Tabs in use. */
  runningJobs(): number
  /** Since when the tab that is in use longest has been in use, on the clock of `performance.now()`; null when none is in use. */
  busySince(): number | null
}

/** A warm tab is usable until it is lost or older than `maxAgeMs`. */
export function makeWarmTabs(
  firstTab: OpenedTab,
  open: () => Promise<OpenedTab>,
  maxAgeMs: number,
): WarmTabs {
  const warm = [Promise.resolve(firstTab)]
  /** In order of acquisition. */
  const startedAt = new Map<OpenedTab, number>()
  let jobCount = 0
  let runningJobs = 0

  async function next(): Promise<OpenedTab> {
    const candidate = await warm.shift()
    if (candidate === undefined) return open()
    const isUsable = performance.now() - candidate.openedAt < maxAgeMs && !candidate.tab.signal.aborted
    if (isUsable) return candidate
    await candidate.close()
    return open()
  }

  return {
    async acquire() {
      runningJobs += 1
      try {
        const opened = await next()
        jobCount += 1
        startedAt.set(opened, performance.now())
        return opened
      } catch (error) {
        runningJobs -= 1
        throw error
      }
    },
    release(opened) {
      startedAt.delete(opened)
      runningJobs -= 1
    },
    async warmUp(pendingTab) {
      warm.push(pendingTab)
      await pendingTab
    },
    warmCount: () => warm.length,
    jobCount: () => jobCount,
    runningJobs: () => runningJobs,
    busySince: () => startedAt.values().next().value ?? null,
  }
}
