import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import type { Lane } from '#shared/messages/topics.ts'
import {
  isDisallowed,
  type RobotsPolicy,
  robotsBlockedFailure,
  robotsUnavailableFailure,
} from '#shared/robots/policy.ts'
import { INDEXING_TOKEN, PRODUCT_TOKEN } from '#shared/user-agents.ts'
import type { Robots } from './robots.ts'

export interface RobotsGuard {
  /**
   * Rejects with `ROBOTS_TXT_BLOCKED` when the site's robots.txt keeps this service out; on the batch lane with RetryAfterError
   * when the site puts its robots.txt off (5xx, 429), with ThrottledError when it has to be asked for and the host's turn has not
   * come. Where nobody answers at all, the page itself will tell.
   */
  assertAllowed(url: string, lane: Lane): Promise<void>
  /** RFC 9309's verdict for the indexing crawler. Rejects with ThrottledError as `enter` does. */
  allowsIndexing(url: string, lane: Lane): Promise<boolean>
}

/** `laterMs` is how long batch work rests when a robots.txt is put off. */
export function makeRobotsGuard(robots: Robots, policy: RobotsPolicy, retryAfterMs: number): RobotsGuard {
  return {
    async assertAllowed(url, lane) {
      if (policy === 'off') return
      const decision = await robots.decide(url, PRODUCT_TOKEN, lane)
      if (decision.allowed) return
      if (isDisallowed(decision, lane, policy)) throw robotsBlockedFailure(url, decision)
      const { status } = decision
      if (lane === 'batch' && status !== undefined)
        throw new RetryAfterError(robotsUnavailableFailure(url, status), retryAfterMs)
    },
    async allowsIndexing(url, lane) {
      const { allowed } = await robots.decide(url, INDEXING_TOKEN, lane)
      return allowed
    },
  }
}
