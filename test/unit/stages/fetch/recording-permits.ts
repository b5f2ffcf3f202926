import type { HostResponse } from '#shared/politeness/host-rate-limiter.ts'
import type { PermitSource } from '#stages/fetch/http/permit-source.ts'

export interface RecordingPermits extends PermitSource {
  /** What was taken and ended, in order: URL at the beginning of a turn, visit at its end. */
  readonly recorded: (string | HostResponse)[]
}

/** Turns that come at once, and are noted; `before` may object to one. */
export function recordingPermits(before: (url: string) => void = () => {}): RecordingPermits {
  const recorded: RecordingPermits['recorded'] = []
  return {
    recorded,
    async acquire(url) {
      before(url)
      recorded.push(url)
      return { release: async (visit) => void recorded.push(visit) }
    },
  }
}
