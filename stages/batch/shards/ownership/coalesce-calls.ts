/**
 * Makes a call of many: the first one calls back after `ms` milliseconds, and those until then change nothing. The timer does not
 * keep the process running.
 */
export function coalesceCalls(ms: number, onCall: () => void): () => void {
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      onCall()
    }, ms).unref()
  }
}
