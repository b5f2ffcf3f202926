import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { workOf } from '#shared/politeness/own/work-of-item.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import {
  isDisallowed,
  type RobotsPolicy,
  robotsBlockedFailure,
  robotsUnavailableFailure,
} from '#shared/web/robots/policy.ts'
import { PRODUCT_TOKEN } from '#shared/web/user-agents.ts'

export interface RobotsGuard {
  /**
   * Rejects with `ROBOTS_TXT_BLOCKED` when the robots.txt of the site disallows the URL. In the batch lane, also rejects with `RetryAfterError`
   * when the robots.txt is unreachable (5xx, 429, no complete response; RFC 9309, section 2.3.1.4), and with `ThrottledError` when the rate
   * limit of the site delays its request. When the service refuses to request anything of the site, or the site refuses the connection, resolves: loading
   * the page will fail.
   */
  assertAllowed(
    url: string,
    request: Pick<InspectionRequested, 'id' | 'lane' | 'traceparent' | 'politeness'>,
  ): Promise<RobotsPermission>
}

export interface RobotsPermission {
  /** The Crawl-delay of the site, in milliseconds; null when it sets none. */
  readonly crawlDelayMs: number | null
}

export interface RobotsGuardOptions {
  readonly lookups: Pick<Lookups, 'robots'>
  readonly policy: RobotsPolicy
  /** Timeout of the look-up, in milliseconds. */
  readonly timeoutMs: number
  /** How long batch work waits when a robots.txt could not be read, in milliseconds. */
  readonly retryAfterMs: number
}

/** Makes a guard that asks the fetch stage, which reads and caches the files. See infra/docs/clients.md#robots. */
export function makeRobotsGuard({
  lookups,
  policy,
  timeoutMs,
  retryAfterMs,
}: RobotsGuardOptions): RobotsGuard {
  return {
    async assertAllowed(url, request) {
      if (policy === 'off') return { crawlDelayMs: null }
      const { lane, traceparent } = request
      const caller = { lane, ...(traceparent !== null && { traceparent }), ...workOf(request) }
      const verdict = await lookups.robots(url, PRODUCT_TOKEN, { timeoutMs, ...caller })
      if (isDisallowed(verdict, lane, policy)) throw robotsBlockedFailure(url, verdict)
      const failure = lane === 'batch' ? robotsUnavailableFailure(url, verdict) : null
      if (failure !== null) throw new RetryAfterError(failure, retryAfterMs)
      return { crawlDelayMs: verdict.crawlDelay === null ? null : verdict.crawlDelay * 1000 }
    },
  }
}
