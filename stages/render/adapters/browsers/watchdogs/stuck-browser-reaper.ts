import type { BrowserInstance } from '../instance.ts'

/**
 * Kills browsers that no longer open, load or paint pages: otherwise one page delays all jobs that share its browser until its time is
 * over, and the jobs after it. Every `intervalMs` milliseconds, probes those of `shared` that have had a job for `intervalMs` or longer:
 * a browser whose jobs end sooner is not stuck. Returns a function that stops the probes.
 */
export function reapStuckBrowsers(shared: () => readonly BrowserInstance[], intervalMs: number): () => void {
  const probing = new Set<BrowserInstance>()
  const isDue = (instance: BrowserInstance) => {
    const since = instance.busySince()
    return since !== null && performance.now() - since >= intervalMs && !probing.has(instance)
  }
  const probe = async (instance: BrowserInstance) => {
    probing.add(instance)
    await instance.probe().catch((error: Error) => instance.kill(`it is stuck: ${error.message}`))
    probing.delete(instance)
  }
  const timer = setInterval(() => {
    for (const instance of shared().filter(isDue)) void probe(instance)
  }, intervalMs).unref()
  return () => clearInterval(timer)
}
