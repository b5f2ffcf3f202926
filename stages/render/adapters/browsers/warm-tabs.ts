import type { OpenedTab } from './open-tab.ts'

/** Tabs that are opened ahead, so that jobs need not wait for them. */
export interface WarmTabs {
  /** A tab opened ahead when one is of use, else a new one. */
  take(): Promise<OpenedTab>
  /** Has one more tab ahead; settles as its opening does. */
  warmUp(opening: Promise<OpenedTab>): Promise<void>
  count(): number
}

/** A tab is of no use when it was lost, or after `maxAgeMs`. */
export function warmTabs(first: OpenedTab, open: () => Promise<OpenedTab>, maxAgeMs: number): WarmTabs {
  const ahead = [Promise.resolve(first)]
  return {
    async take() {
      const next = ahead.shift()
      if (next === undefined) return open()
      const ready = await next
      if (performance.now() - ready.since < maxAgeMs && !ready.tab.signal.aborted) return ready
      await ready.close()
      return open()
    },
    async warmUp(opening) {
      ahead.push(opening)
      await opening
    },
    count: () => ahead.length,
  }
}
