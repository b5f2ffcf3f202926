import type { OpenedTab } from './open-tab.ts'
import type { WarmTabs } from './warm-tabs.ts'

/** The tabs of one browser that have a job. */
export interface TabsInUse {
  /** A tab opened ahead, or a new one. Rejects when the browser opens none. */
  take(): Promise<OpenedTab>
  /** Its job is done. */
  giveBack(opened: OpenedTab): void
  /** Tabs taken so far. */
  jobs(): number
  /** Tabs in use. */
  running(): number
  /** Since when the longest has been in use, on the clock of `performance.now()`; null while none is. */
  busySince(): number | null
}

export function tabsInUse(tabs: Pick<WarmTabs, 'take'>): TabsInUse {
  /** The longest first. */
  const since = new Map<OpenedTab, number>()
  let jobs = 0
  let running = 0
  return {
    async take() {
      running += 1
      try {
        const opened = await tabs.take()
        jobs += 1
        since.set(opened, performance.now())
        return opened
      } catch (error) {
        running -= 1
        throw error
      }
    },
    giveBack(opened) {
      since.delete(opened)
      running -= 1
    },
    jobs: () => jobs,
    running: () => running,
    busySince: () => since.values().next().value ?? null,
  }
}
