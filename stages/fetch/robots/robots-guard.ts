import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { RequestOf } from '#shared/politeness/host-rate-limiter.ts'
import {
  isDisallowed,
  type RobotsPolicy,
  robotsBlockedFailure,
  robotsUnavailableFailure,
} from '#shared/web/robots/policy.ts'
import { INDEXING_TOKEN, PRODUCT_TOKEN } from '#shared/web/user-agents.ts'
import type { Robots } from './robots.ts'

export interface RobotsGuard {
  /**
   * Rejects with `ROBOTS_TXT_BLOCKED` when the site's robots.txt disallows the URL for this service. On the
   * batch lane it rejects with RetryAfterError when the robots.txt is unreachable (5xx, 429, no complete
   * response; RFC 9309, section 2.3.1.4), and with ThrottledError when it has to be requested and no permit is
   * available. Resolves when this service refuses to request anything of the site, or the site refuses the
   * connection: the page itself will report that. `work`: what the request of a robots.txt is part of.
   */
  assertAllowed(url: string, lane: Lane, work?: RequestOf): Promise<void>
  /**
   * Tells whether the robots.txt allows the indexing crawler (RFC 9309). Rejects with ThrottledError as
   * `assertAllowed` does.
   */
  allowsIndexing(url: string, lane: Lane, work?: RequestOf): Promise<boolean>
}

/** Wraps the guard so that `note` learns of batch work that waits for an unavailable robots.txt, with the milliseconds. */
export function notingWaits(guard: RobotsGuard, note: (url: string, ms: number) => void): RobotsGuard {
  return {
    ...guard,
    assertAllowed: (url, lane, work) =>
      guard.assertAllowed(url, lane, work).catch((error: unknown) => {
        if (error instanceof RetryAfterError) note(url, error.retryAfterMs)
        throw error
      }),
  }
}

/**
 * Makes the guard. `retryAfterMs` is how long batch work waits for a robots.txt that is temporarily
 * unavailable.
 */
export function makeRobotsGuard(robots: Robots, policy: RobotsPolicy, retryAfterMs: number): RobotsGuard {
  return {
    async assertAllowed(url, lane, work) {
      if (policy === 'off') return
      const decision = await robots.decide(url, PRODUCT_TOKEN, lane, work)
      if (decision.allowed) return
      if (isDisallowed(decision, lane, policy)) throw robotsBlockedFailure(url, decision)
      const failure = lane === 'batch' ? robotsUnavailableFailure(url, decision) : null
      if (failure !== null) throw new RetryAfterError(failure, retryAfterMs)
    },
    async allowsIndexing(url, lane, work) {
      const { allowed } = await robots.decide(url, INDEXING_TOKEN, lane, work)
      return allowed
    },
  }
}
