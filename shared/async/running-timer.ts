/** Longest portion of a limit that is counted at once, in milliseconds. */
const PORTION_MS = 250

/**
 * Calls `onEnd` after `ms` milliseconds in which this process ran, unless the returned function is called before. A time
 * in which the process was suspended (SIGSTOP, a machine asleep) counts at most as one portion: who waits is not blamed
 * for it.
 */
export function startRunningTimer(ms: number, onEnd: () => void): () => void {
  let left = ms
  let timer: NodeJS.Timeout
  function next(): void {
    const portion = Math.min(left, PORTION_MS)
    left -= portion
    timer = setTimeout(left > 0 ? next : onEnd, portion)
  }
  next()
  return () => clearTimeout(timer)
}
