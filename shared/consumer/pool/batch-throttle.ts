import { performance } from 'node:perf_hooks'

/**
 * What batch work owes to callers who wait: all that runs in a process shares its event loop and its cores, so while a
 * caller is being served there, batch work begins piece by piece, and seldom when the event loop is busy as it is.
 */
export interface LoadThrottle {
  /** A piece of interactive work came (1), or is over (-1). */
  recordInteractive(by: 1 | -1): void
  /** Milliseconds that a pool leaves between the beginnings of two pieces of batch work now; 0 = none. */
  delayMs(): number
}

export interface LoadThrottleOptions {
  /** Share of the event loop's time from which on it counts as busy. */
  readonly share: number
  /** Milliseconds after interactive work within which more of it is expected. */
  readonly quietMs: number
  /** Milliseconds over which the share is read. */
  readonly windowMs: number
  /** The pace while somebody is served: where the event loop is mostly free, and where it is busy. */
  readonly idleDelayMs: number
  readonly busyDelayMs: number
}

/** A quarter keeps what a caller waits for others at each of the dozen turns of an inspection below a tenth of it. */
const defaults: LoadThrottleOptions = {
  share: 0.25,
  quietMs: 100,
  windowMs: 20,
  idleDelayMs: 20,
  busyDelayMs: 100,
}

export function makeLoadThrottle(options: LoadThrottleOptions = defaults): LoadThrottle {
  const { share, quietMs, windowMs, idleDelayMs, busyDelayMs } = options
  const utilizationNow = measureUtilization(windowMs)
  let interactive = 0
  let lastAt = Number.NEGATIVE_INFINITY

  return {
    recordInteractive(by) {
      interactive += by
      lastAt = performance.now()
    },
    delayMs() {
      const isServing = interactive > 0 || performance.now() - lastAt < quietMs
      if (!isServing) return 0
      return utilizationNow() > share ? busyDelayMs : idleDelayMs
    },
  }
}

/** Share of the event loop's time that was taken, of the last window that is whole. */
function measureUtilization(windowMs: number): () => number {
  let from = performance.eventLoopUtilization()
  let at = performance.now()
  let utilization = 0
  return () => {
    const now = performance.now()
    if (now - at < windowMs) return utilization
    const until = performance.eventLoopUtilization()
    utilization = performance.eventLoopUtilization(until, from).utilization
    from = until
    at = now
    return utilization
  }
}

/** Batch work that had to wait looks again after this time. */
const RETRY_MS = 20

/** Whether the next piece of batch work has to wait; if so, `lookAgain` is called in a moment. Ask once for each piece. */
export function throttled(processThrottle: LoadThrottle | undefined, retry: () => void): () => boolean {
  let isDue = false
  let lastStartAt = Number.NEGATIVE_INFINITY

  function retryNow(): void {
    isDue = false
    retry()
  }

  return () => {
    const now = performance.now()
    if (now - lastStartAt >= (processThrottle?.delayMs() ?? 0)) {
      lastStartAt = now
      return false
    }
    if (!isDue) setTimeout(retryNow, RETRY_MS).unref()
    isDue = true
    return true
  }
}

/** That of this process. */
export const processThrottle = makeLoadThrottle()
