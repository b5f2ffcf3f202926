import { performance } from 'node:perf_hooks'

/**
 * Delays the starts of batch jobs while the process serves interactive work. Both share one event loop and its cores, so
 * batch jobs then start one by one, and less often while the event loop is busy.
 */
export interface LoadThrottle {
  /** An interactive job arrived (1), or ended (-1). */
  recordInteractive(by: 1 | -1): void
  /** Milliseconds between the starts of two batch jobs at the moment; 0 = no delay. */
  delayMs(): number
}

/**
 * Event loop utilization (0-1) above which the loop counts as busy. At 25 % the queueing delay of an interactive call stays
 * below 10 % of its latency (an inspection takes about 12 turns of the event loop).
 */
const BUSY_SHARE = 0.25
/** Milliseconds after interactive work in which more of it is expected. */
const QUIET_MS = 100
/** Milliseconds over which the utilization is measured. */
const WINDOW_MS = 20
/** Milliseconds of delay while interactive work is served: with an idle and with a busy event loop. */
const IDLE_DELAY_MS = 20
const BUSY_DELAY_MS = 100

/** A throttle by the event loop utilization of this process. */
export function makeLoadThrottle(): LoadThrottle {
  const utilizationNow = measureUtilization()
  let interactive = 0
  let lastAt = Number.NEGATIVE_INFINITY

  return {
    recordInteractive(by) {
      interactive += by
      lastAt = performance.now()
    },
    delayMs() {
      const isServing = interactive > 0 || performance.now() - lastAt < QUIET_MS
      if (!isServing) return 0
      return utilizationNow() > BUSY_SHARE ? BUSY_DELAY_MS : IDLE_DELAY_MS
    },
  }
}

/** The event loop utilization (0-1) of the last whole window. */
function measureUtilization(): () => number {
  let from = performance.eventLoopUtilization()
  let at = performance.now()
  let utilization = 0
  return () => {
    const now = performance.now()
    if (now - at < WINDOW_MS) return utilization
    const until = performance.eventLoopUtilization()
    utilization = performance.eventLoopUtilization(until, from).utilization
    from = until
    at = now
    return utilization
  }
}

/** Milliseconds after which a delayed batch start is tried again. */
const RETRY_MS = 20

/**
 * A check whether the next batch job has to wait. When it answers true, `retry` is called after 20 ms. Call it once for
 * each job that could start.
 */
export function throttled(throttle: LoadThrottle | undefined, retry: () => void): () => boolean {
  let isDue = false
  let lastStartAt = Number.NEGATIVE_INFINITY

  function retryNow(): void {
    isDue = false
    retry()
  }

  return () => {
    const now = performance.now()
    if (now - lastStartAt >= (throttle?.delayMs() ?? 0)) {
      lastStartAt = now
      return false
    }
    if (!isDue) setTimeout(retryNow, RETRY_MS).unref()
    isDue = true
    return true
  }
}

/** The throttle of this process, shared by all its pools. */
export const processThrottle = makeLoadThrottle()
