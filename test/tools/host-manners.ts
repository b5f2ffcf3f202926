/** What a host saw of its visitors. Times are milliseconds. */
export interface HostFigures {
  readonly requests: number
  /** Most that were under way at a time. */
  readonly mostAtOnce: number
  /** From the last byte of an answer to the next request; null with fewer than two. */
  readonly smallestGapMs: number | null
}

/** Notes, at the server's side, how its hosts are visited. */
export interface HostManners {
  /**
   * A request came; the returned function is called when the last of its answer is handed over, or its connection is gone:
   * the first of the two counts. Nobody can know of the answer's end before.
   */
  begin(host: string): () => void
  figures(): ReadonlyMap<string, HostFigures>
}

interface Noted {
  requests: number
  active: number
  mostAtOnce: number
  smallestGapMs: number | null
  lastEnd: number | null
}

export function noteManners(now: () => number = () => performance.now()): HostManners {
  const hosts = new Map<string, Noted>()

  function noted(host: string): Noted {
    const fresh = { requests: 0, active: 0, mostAtOnce: 0, smallestGapMs: null, lastEnd: null }
    const one = hosts.get(host) ?? fresh
    hosts.set(host, one)
    return one
  }

  return {
    begin(host) {
      const one = noted(host)
      one.requests += 1
      one.active += 1
      one.mostAtOnce = Math.max(one.mostAtOnce, one.active)
      if (one.lastEnd !== null) one.smallestGapMs = least(one.smallestGapMs, now() - one.lastEnd)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        one.active -= 1
        one.lastEnd = now()
      }
    },
    figures: () =>
      new Map(
        [...hosts].map(([host, { requests, mostAtOnce, smallestGapMs }]) => [
          host,
          { requests, mostAtOnce, smallestGapMs },
        ]),
      ),
  }
}

function least(a: number | null, b: number): number {
  return a === null ? b : Math.min(a, b)
}
