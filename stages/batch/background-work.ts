/**
 * Starts work that runs until it is stopped. The returned function aborts the work's signal, and resolves once
 * the work has ended. Errors of the work after the abort are ignored. An earlier one is not handled: it ends
 * the process.
 */
export function startBackgroundWork(work: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = work(signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return () => {
    stopping.abort()
    return running
  }
}
