import type { HostResponse } from '#shared/politeness/host-rate-limiter.ts'
import type { PermitSource } from '#stages/fetch/http/host-permits.ts'

export interface RecordingPermits extends PermitSource {
  /** In order: the URL of each acquired permit, and the response reported at its release. */
  readonly recorded: (string | HostResponse)[]
}

/** Permits that are granted at once and recorded. `before` may throw to deny one. */
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
