import type { KeyValues } from '#shared/ports/result-store.ts'
import { BROWSER_ERROR_KEY, BROWSER_ISOLATION_OFF_KEY } from '#shared/store/keys.ts'

export interface BrowserReportOptions {
  readonly store: Pick<KeyValues, 'set'>
  /** The browser's program, null when there is none. */
  findBrowser(): string | null
  /** Whether a browser is up. */
  isHealthy(): boolean
  /** What of sandbox and jail browsers run without, as far as that is known. */
  missingIsolation(): readonly string[]
  /** Milliseconds between two looks. */
  readonly intervalMs: number
  /** Milliseconds that a browser may take to start, or to be replaced. */
  readonly startGraceMs: number
}

const NO_BROWSER = 'A render stage finds no Chromium: install one, or set CHROME_PATH'
const NOT_STARTING = 'Chromium does not start in a render stage: its log says why'
/** A report stands for so many looks, a whole number of seconds at least: it must outlive a late one, not its process. */
const INTERVALS = 3

/**
 * Tells all gateways, by way of the store, while this process has no browser to render with, and without which walls its browsers
 * run. Nothing is written as long as there is one with all of them. Returns what ends it.
 */
export function reportBrowserHealth(options: BrowserReportOptions): () => void {
  const { store, intervalMs } = options
  const ttlSeconds = Math.max(1, Math.ceil((INTERVALS * intervalMs) / 1000))
  let healthyAt = performance.now()

  function check(): void {
    if (options.isHealthy()) healthyAt = performance.now()
    const fault = findFault(options, performance.now() - healthyAt)
    // A store that is away is told by whoever watches it.
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
