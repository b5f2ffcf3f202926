import { withTimeout } from '#shared/async/timeout.ts'
import { authenticateEarly } from '../egress-proxy/proxy-auth.ts'
import type { OpenedTab } from './open-tab.ts'

/** What the reaper of stuck browsers needs of a browser: see `BrowserInstance`. */
interface ProbedBrowser {
  busySince(): number | null
  probe(): Promise<void>
  kill(reason: string): Promise<void>
}

const onePixel = { x: 0, y: 0, width: 1, height: 1, scale: 1 }

/**
 * Opens tabs by `open` only to find out whether the browser works: a browser may answer, and yet load or paint nothing. A probe may take
 * `timeoutMs` milliseconds.
 */
export function makeHealthCheck(open: () => Promise<OpenedTab>, timeoutMs: number) {
  let openProbes = 0
  return {
    /** Rejects when the browser has not opened, loaded, painted and closed a tab in time. */
    async probe(): Promise<void> {
      openProbes += 1
      const painted = waitUntilPainted(open(), timeoutMs).then((opened) => opened.close())
      const timeout = () =>
        new Error(`The browser does not open, load and paint a tab within ${timeoutMs} ms`)
      await withTimeout(timeoutMs, painted, timeout).finally(() => {
        openProbes -= 1
      })
    },
    /** Probe tabs that are open. */
    openProbes: () => openProbes,
  }
}

/**
 * Resolves with the tab once the browser has loaded and painted something in it; rejects when that takes longer than `ms` after the
 * tab is open. One process paints all pages of a browser, another one loads them. A single page can keep either process busy forever
 * (an endless shader, many filters), even after it is closed and while the browser still answers.
 */
export async function waitUntilPainted(opening: Promise<OpenedTab>, ms: number): Promise<OpenedTab> {
  const opened = await opening
  const { cdp, proxy } = opened.tab
  const loading = authenticateEarly(cdp, proxy)
  const painting = cdp.send('Page.captureScreenshot', { clip: onePixel })
  const timeout = () => new Error('The browser loads or paints nothing')
  await withTimeout(ms, Promise.all([loading, painting]), timeout)
  return opened
}

/**
 * Kills browsers that no longer open, load or paint pages: otherwise one page delays all jobs that share its browser until its time is
 * over, and the jobs after it. Every `intervalMs` milliseconds, probes those of `shared` that have had a job for `intervalMs` or longer:
 * a browser whose jobs end sooner is not stuck. Returns a function that stops the probes.
 */
export function reapStuckBrowsers(shared: () => readonly ProbedBrowser[], intervalMs: number): () => void {
  const probing = new Set<ProbedBrowser>()
  const isDue = (instance: ProbedBrowser) => {
    const since = instance.busySince()
    return since !== null && performance.now() - since >= intervalMs && !probing.has(instance)
  }
  const probe = async (instance: ProbedBrowser) => {
    probing.add(instance)
    await instance.probe().catch((error: Error) => instance.kill(`it is stuck: ${error.message}`))
    probing.delete(instance)
  }
  const timer = setInterval(() => {
    for (const instance of shared().filter(isDue)) void probe(instance)
  }, intervalMs).unref()
  return () => clearInterval(timer)
}
