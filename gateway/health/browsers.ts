import { setTimeout as delay } from 'node:timers/promises'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { BROWSER_ERROR_KEY, BROWSER_ISOLATION_OFF_KEY } from '#shared/store/keys.ts'

/** Monitors whether the render stages have browsers, on any machine. */
export interface BrowserMonitor {
  /** The error that a render stage reports about its browser, for operators; null when none does. */
  error(): string | null
  /** The mechanisms, of `sandbox` and `jail`, without which a render stage runs its browsers. */
  missingIsolation(): readonly string[]
  close(): void
}

/** Reads the state that the render stages report to the store, every `intervalMs`, until `close`. */
export function monitorBrowsers(store: Pick<KeyValues, 'get'>, intervalMs: number): BrowserMonitor {
  const stop = new AbortController()
  let error: string | null = null
  let isolation: string | null = null

  async function monitor(): Promise<void> {
    while (!stop.signal.aborted) {
      // Keep the last state while the store is unavailable; the health of the dependencies reports that.
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
