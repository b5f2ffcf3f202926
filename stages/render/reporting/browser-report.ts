import type { KeyValues } from '#shared/ports/result-store.ts'
import { BROWSER_ERROR_KEY, BROWSER_ISOLATION_OFF_KEY } from '#shared/store/keys.ts'

export interface BrowserReportOptions {
  readonly store: Pick<KeyValues, 'set'>
  /** The path of the browser's program; null when there is none. */
  findBrowser(): string | null
  /** Whether there is a browser for new jobs. */
  isHealthy(): boolean
  /** Which of `sandbox` and `jail` (the network namespace) browsers run without, as far as known. */
  missingIsolation(): readonly string[]
  /** Milliseconds between two checks. */
  readonly intervalMs: number
  /** Milliseconds that a browser may take to launch, or to be replaced, before it counts as missing. */
  readonly startGraceMs: number
}

const NO_BROWSER = 'A render stage finds no Chromium: install one, or set CHROME_PATH'
const NOT_STARTING = 'Chromium does not start in a render stage: its log says why'
/** A report expires after so many intervals, rounded up to seconds: it must outlive a late report, but not its process for long. */
const INTERVALS = 3

/**
 * Reports to all gateways, through the store, while this process has no browser, and which isolation its browsers lack. Writes nothing
 * as long as there is a browser with full isolation. Returns a function that ends the reports.
 */
export function reportBrowserHealth(options: BrowserReportOptions): () => void {
  const { store, intervalMs } = options
  const ttlSeconds = Math.max(1, Math.ceil((INTERVALS * intervalMs) / 1000))
  let healthyAt = performance.now()

  function check(): void {
    if (options.isHealthy()) healthyAt = performance.now()
    const fault = findFault(options, performance.now() - healthyAt)
    // The monitor of the store reports its outages.
    if (fault !== null) store.set(BROWSER_ERROR_KEY, fault, ttlSeconds).catch(() => {})
    const missing = options.missingIsolation()
    if (missing.length > 0) store.set(BROWSER_ISOLATION_OFF_KEY, missing.join(), ttlSeconds).catch(() => {})
  }

  check()
  const timer = setInterval(check, intervalMs).unref()
  return () => clearInterval(timer)
}

function findFault(
  { findBrowser, isHealthy, startGraceMs }: BrowserReportOptions,
  unhealthyMs: number,
): string | null {
  if (isHealthy()) return null
  if (findBrowser() === null) return NO_BROWSER
  return unhealthyMs > startGraceMs ? NOT_STARTING : null
}
