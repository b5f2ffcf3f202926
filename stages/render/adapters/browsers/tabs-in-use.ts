import type { OpenedTab } from './open-tab.ts'
import type { WarmTabs } from './warm-tabs.ts'

/** The tabs of one browser that have a job. */
export interface TabsInUse {
  /** A tab opened ahead, or a new one. Rejects when the browser opens none. */
  acquire(): Promise<OpenedTab>
  /** Its job is done. */
  release(opened: OpenedTab): void
  /** Tabs taken so far. */
  jobCount(): number
  /** Tabs in use. */
  runningJobs(): number
  /** Since when the longest has been in use, on the clock of `performance.now()`; null while none is. */
  busySince(): number | null
}

export function tabsInUse(tabs: Pick<WarmTabs, 'acquire'>): TabsInUse {
  /** The longest first. */
  const startedAt = new Map<OpenedTab, number>()
  let jobCount = 0
  let runningJobs = 0
  return {
    async acquire() {
      runningJobs += 1
      try {
        const opened = await tabs.acquire()
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
    jobCount: () => jobCount,
    runningJobs: () => runningJobs,
    busySince: () => startedAt.values().next().value ?? null,
  }
}
