import { setTimeout as delay } from 'node:timers/promises'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { BROWSER_ERROR_KEY, BROWSER_ISOLATION_OFF_KEY } from '#shared/store/keys.ts'

/** Keeps an eye on whether the render stages have browsers, wherever they run. */
export interface BrowserMonitor {
  /** What a render stage says it lacks, for people to read; null when none says so. */
  error(): string | null
  /** What of `sandbox` and `jail` a render stage says that its browsers run without. */
  missingIsolation(): readonly string[]
  close(): void
}

export function monitorBrowsers(store: Pick<KeyValues, 'get'>, intervalMs: number): BrowserMonitor {
  const stop = new AbortController()
  let error: string | null = null
  let isolation: string | null = null

  async function monitor(): Promise<void> {
    while (!stop.signal.aborted) {
      // Without the store nothing new is known; whoever watches that tells it.
      const last = [error, isolation]
      const reads = [store.get(BROWSER_ERROR_KEY), store.get(BROWSER_ISOLATION_OFF_KEY)]
      ;[error = null, isolation = null] = await Promise.all(reads).catch(() => last)
      await delay(intervalMs, undefined, { ref: false })
    }
  }

  void monitor()
  return {
    error: () => error,
    missingIsolation: () => isolation?.split(',') ?? [],
    close: () => stop.abort(),
  }
}
