/** Visits of a host, as the host saw them. Times are in milliseconds. */
export interface HostVisits {
  readonly requests: number
  /** Maximum number of concurrent requests. */
  readonly maxConcurrent: number
  /** The shortest time from the last byte of an answer to the next request; null with fewer than two requests. */
  readonly smallestGapMs: number | null
}

/** Records, at the server, how its hosts are visited. */
export interface VisitRecorder {
  /**
   * Records the start of a request. The returned function records its end: it is called when the last byte of the
   * answer is handed over or the connection is closed, and its first call counts. No client can know of the end
   * earlier.
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

export function makeVisitRecorder(): VisitRecorder {
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
      if (state.lastEnd !== null) addGap(state, performance.now() - state.lastEnd)
      let hasEnded = false
      return () => {
        if (hasEnded) return
        hasEnded = true
        state.active -= 1
        state.lastEnd = performance.now()
      }
    },
    visits: () => new Map([...hosts].map(([host, { active: _, lastEnd: __, ...visits }]) => [host, visits])),
  }
}

function addGap(state: VisitState, gap: number): void {
  state.smallestGapMs = Math.min(state.smallestGapMs ?? gap, gap)
}
