import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import type { InspectionRequested } from '#shared/messages/inspection-requested.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import {
  isDisallowed,
  type RobotsPolicy,
  robotsBlockedFailure,
  robotsUnavailableFailure,
} from '#shared/robots/policy.ts'
import { PRODUCT_TOKEN } from '#shared/user-agents.ts'

export interface RobotsGuard {
  /**
   * Rejects with `ROBOTS_TXT_BLOCKED` when the robots.txt of the URL's site keeps this service out; for batch with RetryAfterError when
   * it is put off, with ThrottledError when the site's turn to be asked for it has not come. Where nobody answers, the page itself will tell.
   */
  assertAllowed(
    url: string,
    request: Pick<InspectionRequested, 'lane' | 'traceparent'>,
  ): Promise<RobotsPermission>
}

export interface RobotsPermission {
  /** What the site asks for between requests, in milliseconds; null when it asks for nothing. */
  readonly crawlDelayMs: number | null
}

export interface RobotsGuardOptions {
  readonly lookups: Pick<Lookups, 'robots'>
  readonly policy: RobotsPolicy
  /** The longest that a verdict is waited for, in milliseconds. */
  readonly timeoutMs: number
  /** How long batch work rests when a robots.txt is put off. */
  readonly retryAfterMs: number
}

/** Asks the fetch stage, which reads and remembers the files. */
export function makeRobotsGuard({
  lookups,
  policy,
  timeoutMs,
  retryAfterMs,
}: RobotsGuardOptions): RobotsGuard {
  return {
    async assertAllowed(url, { lane, traceparent }) {
      if (policy === 'off') return { crawlDelayMs: null }
      const budget = { timeoutMs, lane, ...(traceparent !== null && { traceparent }) }
      const verdict = await lookups.robots(url, PRODUCT_TOKEN, budget)
      if (isDisallowed(verdict, lane, policy)) throw robotsBlockedFailure(url, verdict)
      if (lane === 'batch' && verdict.status !== undefined) {
        throw new RetryAfterError(robotsUnavailableFailure(url, verdict.status), retryAfterMs)
      }
      return { crawlDelayMs: verdict.crawlDelay === null ? null : verdict.crawlDelay * 1000 }
    },
  }
}
