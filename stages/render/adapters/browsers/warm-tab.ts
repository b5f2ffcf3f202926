import type { OpenedTab } from './open-tab.ts'

/** One tab that is opened ahead, so that its job need not wait for it. */
export interface WarmTab {
  /** The tab opened ahead when it is of use, else a new one. */
  take(): Promise<OpenedTab>
  /** Opens a tab ahead, if there is none. */
  warmUp(): Promise<void>
  isWarm(): boolean
}

/** A tab is of no use when it was lost, or after `maxAgeMs`. */
export function warmTab(first: OpenedTab, open: () => Promise<OpenedTab>, maxAgeMs: number): WarmTab {
  let next: Promise<OpenedTab> | null = Promise.resolve(first)
  return {
    async take() {
      if (next === null) return open()
      const ready = await next
      next = null
      if (performance.now() - ready.since < maxAgeMs && !ready.tab.signal.aborted) return ready
      await ready.close()
      return open()
    },
    async warmUp() {
      next ??= open()
      await next
    },
    isWarm: () => next !== null,
  }
}
