import { performance } from 'node:perf_hooks'

/**
 * What batch work owes to callers who wait: all that runs in a process shares its event loop and its cores, so while a
 * caller is being served there, batch work begins piece by piece, and seldom when the event loop is busy as it is.
 */
export interface Courtesy {
  /** A piece of interactive work came (1), or is over (-1). */
  note(by: 1 | -1): void
  /** Milliseconds that a pool leaves between the beginnings of two pieces of batch work now; 0 = none. */
  paceMs(): number
}

export interface CourtesyOptions {
  /** Share of the event loop's time from which on it counts as busy. */
  readonly share: number
  /** Milliseconds after interactive work within which more of it is expected. */
  readonly quietMs: number
  /** Milliseconds over which the share is read. */
  readonly windowMs: number
  /** The pace while somebody is served: where the event loop is mostly free, and where it is busy. */
  readonly freeMs: number
  readonly busyMs: number
}

/** A quarter keeps what a caller waits for others at each of the dozen turns of an inspection below a tenth of it. */
const defaults: CourtesyOptions = { share: 0.25, quietMs: 100, windowMs: 20, freeMs: 20, busyMs: 100 }

export function makeCourtesy(options: CourtesyOptions = defaults): Courtesy {
  const { share, quietMs, windowMs, freeMs, busyMs } = options
  const taken = makeTaken(windowMs)
  let served = 0
  let lastAt = Number.NEGATIVE_INFINITY

  return {
    note(by) {
      served += by
      lastAt = performance.now()
    },
    paceMs() {
      const isServing = served > 0 || performance.now() - lastAt < quietMs
      if (!isServing) return 0
      return taken() > share ? busyMs : freeMs
    },
  }
}

/** Share of the event loop's time that was taken, of the last window that is whole. */
function makeTaken(windowMs: number): () => number {
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
const LOOK_MS = 20

/** Whether the next piece of batch work has to wait; if so, `lookAgain` is called in a moment. Ask once for each piece. */
export function paced(courtesy: Courtesy | undefined, lookAgain: () => void): () => boolean {
  let isDue = false
  let beganAt = Number.NEGATIVE_INFINITY

  function look(): void {
    isDue = false
    lookAgain()
  }

  return () => {
    const now = performance.now()
    if (now - beganAt >= (courtesy?.paceMs() ?? 0)) {
      beganAt = now
      return false
    }
    if (!isDue) setTimeout(look, LOOK_MS).unref()
    isDue = true
    return true
  }
}

/** That of this process. */
export const courtesy = makeCourtesy()
