import type { HostResponse } from '#shared/politeness/host-rate-limiter.ts'
import type { Pace } from '#stages/fetch/http/pace.ts'

export interface NotedPace extends Pace {
  /** What was taken and ended, in order: URL at the beginning of a turn, visit at its end. */
  readonly noted: (string | HostResponse)[]
}

/** Turns that come at once, and are noted; `before` may object to one. */
export function notedPace(before: (url: string) => void = () => {}): NotedPace {
  const noted: NotedPace['noted'] = []
  return {
    noted,
    async turn(url) {
      before(url)
      noted.push(url)
      return { release: async (visit) => void noted.push(visit) }
    },
  }
}
