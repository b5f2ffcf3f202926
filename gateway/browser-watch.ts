import { setTimeout as delay } from 'node:timers/promises'
import { BROWSER_FAULT_KEY, BROWSER_WALLS_KEY } from '#shared/pipeline/store-keys.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

/** Keeps an eye on whether the render stages have browsers, wherever they run. */
export interface BrowserWatch {
  /** What a render stage says it lacks, for people to read; null when none says so. */
  fault(): string | null
  /** What of `sandbox` and `jail` a render stage says that its browsers run without. */
  wallsOff(): readonly string[]
  close(): void
}

export function watchBrowser(store: Pick<KeyValues, 'get'>, intervalMs: number): BrowserWatch {
  const stop = new AbortController()
  let fault: string | null = null
  let walls: string | null = null

  async function watch(): Promise<void> {
    while (!stop.signal.aborted) {
      // Without the store nothing new is known; whoever watches that tells it.
      const known = [fault, walls]
      const asked = [store.get(BROWSER_FAULT_KEY), store.get(BROWSER_WALLS_KEY)]
      ;[fault = null, walls = null] = await Promise.all(asked).catch(() => known)
      await delay(intervalMs, undefined, { ref: false })
    }
  }

  void watch()
  return {
    fault: () => fault,
    wallsOff: () => walls?.split(',') ?? [],
    close: () => stop.abort(),
  }
}
