/** What a host saw of its visitors. Times are milliseconds. */
export interface HostVisits {
  readonly requests: number
  /** Most that were under way at a time. */
  readonly maxConcurrent: number
  /** From the last byte of an answer to the next request; null with fewer than two. */
  readonly smallestGapMs: number | null
}

/** Notes, at the server's side, how its hosts are visited. */
export interface VisitRecorder {
  /**
   * A request came; the returned function is called when the last of its answer is handed over, or its connection is gone:
   * the first of the two counts. Nobody can know of the answer's end before.
   */
  begin(host: string): () => void
  visits(): ReadonlyMap<string, HostVisits>
}

interface VisitState {
  requests: number
  active: number
  maxConcurrent: number
  smallestGapMs: number | null
  lastEnd: number | null
}

export function makeVisitRecorder(now: () => number = () => performance.now()): VisitRecorder {
  const hosts = new Map<string, VisitState>()

  function stateOf(host: string): VisitState {
    const fresh = { requests: 0, active: 0, maxConcurrent: 0, smallestGapMs: null, lastEnd: null }
    const state = hosts.get(host) ?? fresh
    hosts.set(host, state)
    return state
  }

  return {
    begin(host) {
      const state = stateOf(host)
      state.requests += 1
      state.active += 1
      state.maxConcurrent = Math.max(state.maxConcurrent, state.active)
      if (state.lastEnd !== null) state.smallestGapMs = least(state.smallestGapMs, now() - state.lastEnd)
      let hasEnded = false
      return () => {
        if (hasEnded) return
        hasEnded = true
        state.active -= 1
        state.lastEnd = now()
      }
    },
    visits: () =>
      new Map(
        [...hosts].map(([host, { requests, maxConcurrent, smallestGapMs }]) => [
          host,
          { requests, maxConcurrent, smallestGapMs },
        ]),
      ),
  }
}

function least(a: number | null, b: number): number {
  return a === null ? b : Math.min(a, b)
}
