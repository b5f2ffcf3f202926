import type { BrowserInstance } from '../instance.ts'

/**
 * Ends browsers that open, load or draw no pages any more: else one page holds up all that share its browser until its time is
 * over, and who comes after it too. Looks at those of `shared` that have had a job for `everyMs` or longer, every `everyMs`
 * milliseconds: where jobs are done sooner, nothing is stuck. Returns what stops it.
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
