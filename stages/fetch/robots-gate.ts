import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import type { Lane } from '#shared/messages/topics.ts'
import {
  isDisallowed,
  type RobotsPolicy,
  robotsBlockedFailure,
  robotsUnavailableFailure,
} from '#shared/robots/policy.ts'
import { INDEXING_TOKEN, PRODUCT_TOKEN } from '#shared/user-agents.ts'
import type { Robots } from './robots/robots.ts'

export interface RobotsGate {
  /**
   * Rejects with `ROBOTS_TXT_BLOCKED` when the site's robots.txt keeps this service out; on the batch lane with RetryAfterError
   * when the site puts its robots.txt off (5xx, 429), with ThrottledError when it has to be asked for and the host's turn has not
   * come. Where nobody answers at all, the page itself will tell.
   */
  enter(url: string, lane: Lane): Promise<void>
  /** RFC 9309's verdict for the indexing crawler. Rejects with ThrottledError as `enter` does. */
  mayBeIndexed(url: string, lane: Lane): Promise<boolean>
}

/** `laterMs` is how long batch work rests when a robots.txt is put off. */
export function makeRobotsGate(robots: Robots, policy: RobotsPolicy, laterMs: number): RobotsGate {
  return {
    async enter(url, lane) {
      if (policy === 'off') return
      const verdict = await robots.verdict(url, PRODUCT_TOKEN, lane)
      if (verdict.allowed) return
      if (isDisallowed(verdict, lane, policy)) throw robotsBlockedFailure(url, verdict)
      const { status } = verdict
      if (lane === 'batch' && status !== undefined)
        throw new RetryAfterError(robotsUnavailableFailure(url, status), laterMs)
    },
    async mayBeIndexed(url, lane) {
      const { allowed } = await robots.verdict(url, INDEXING_TOKEN, lane)
      return allowed
    },
  }
}
