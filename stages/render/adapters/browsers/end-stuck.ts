import type { Life } from './life.ts'

/**
 * Ends browsers that open, load or draw no pages any more: else one page holds up all that share its browser until its time is
 * over, and who comes after it too. Looks at those of `shared` that have had a job for `everyMs` or longer, every `everyMs`
 * milliseconds: where jobs are done sooner, nothing is stuck. Returns what stops it.
 */
export function endStuck(shared: () => readonly Life[], everyMs: number): () => void {
  const looking = new Set<Life>()
  const isDue = (life: Life) => {
    const since = life.busySince()
    return since !== null && performance.now() - since >= everyMs && !looking.has(life)
  }
  const look = async (life: Life) => {
    looking.add(life)
    await life.look().catch((error: Error) => life.end(`it is stuck: ${error.message}`))
    looking.delete(life)
  }
  const timer = setInterval(() => {
    for (const life of shared().filter(isDue)) void look(life)
  }, everyMs).unref()
  return () => clearInterval(timer)
}
