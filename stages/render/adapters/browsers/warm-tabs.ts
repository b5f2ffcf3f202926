import type { OpenedTab } from './open-tab.ts'

/** Tabs that are opened ahead, so that jobs need not wait for them. */
export interface WarmTabs {
  /** A tab opened ahead when one is of use, else a new one. */
  acquire(): Promise<OpenedTab>
  /** Has one more tab ahead; settles as its opening does. */
  warmUp(pendingTab: Promise<OpenedTab>): Promise<void>
  warmCount(): number
}

/** A tab is of no use when it was lost, or after `maxAgeMs`. */
export function warmTabs(firstTab: OpenedTab, open: () => Promise<OpenedTab>, maxAgeMs: number): WarmTabs {
  const warm = [Promise.resolve(firstTab)]
  return {
    async acquire() {
      const candidate = warm.shift()
      if (candidate === undefined) return open()
      const opened = await candidate
      if (performance.now() - opened.openedAt < maxAgeMs && !opened.tab.signal.aborted) return opened
      await opened.close()
      return open()
    },
    async warmUp(pendingTab) {
      warm.push(pendingTab)
      await pendingTab
    },
    warmCount: () => warm.length,
  }
}
