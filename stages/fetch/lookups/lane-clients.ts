import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { retryWhileThrottled } from '#shared/async/retry-while-throttled.ts'
import { robotsUrlOf } from '#shared/robots/match-robots.ts'
import { robotsBlockedFailure } from '#shared/robots/policy.ts'
import { blockingPermits } from '../http/batch-permits.ts'
import type { HttpClient } from '../http/client.ts'
import type { BeforeRequest } from '../http/page-request.ts'
import type { PermitSource } from '../http/permit-source.ts'
import type { RobotsGuard } from '../robots/robots-guard.ts'

/** How the look-ups of a lane ask. */
export interface LookupClient {
  readonly client: HttpClient
  /** Whether the site lets a URL that a page names be asked for. */
  readonly beforeRequest: BeforeRequest
  /** Milliseconds for asking one URL, within the caller's time. */
  readonly probeTimeoutMs: number
}

/** Asks at once: somebody waits. */
export function interactiveClient(
  client: HttpClient,
  guard: RobotsGuard,
  probeTimeoutMs: number,
): LookupClient {
  return { client, beforeRequest: (url) => guard.assertAllowed(url, 'interactive'), probeTimeoutMs }
}

/**
 * Waits for the turn of each host that is asked, as long as the caller has time. A site that puts its robots.txt off is not
 * asked (RFC 9309, 2.3.1.4).
 */
export function politeClient(
  client: HttpClient,
  guard: RobotsGuard,
  batchPermits: PermitSource,
): LookupClient {
  const permits = blockingPermits(batchPermits)
  return {
    client: {
      ...client,
      fetchPage: (request) => client.fetchPage({ ...request, permits }),
      probe: (request) => client.probe({ ...request, permits }),
    },
    beforeRequest: (url, signal) =>
      retryWhileThrottled(() => guard.assertAllowed(url, 'batch'), signal).catch((error: unknown) => {
        throw error instanceof RetryAfterError ? notRequested(url, error) : error
      }),
    probeTimeoutMs: Number.POSITIVE_INFINITY,
  }
}

function notRequested(url: string, cause: RetryAfterError) {
  return robotsBlockedFailure(url, { robotsUrl: robotsUrlOf(new URL(url)) }, cause)
}
