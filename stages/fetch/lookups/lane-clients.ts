import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { retryWhileThrottled } from '#shared/async/throttled-error.ts'
import type { Failure } from '#shared/errors.ts'
import { siteFailures } from '#shared/ports/lookups.ts'
import { robotsUrlOf } from '#shared/web/robots/match-robots.ts'
import { robotsBlockedFailure } from '#shared/web/robots/policy.ts'
import type { HttpClient } from '../http/client.ts'
import { blockingPermits, type PermitSource, permitsOf } from '../http/host-permits.ts'
import type { BeforeRequest } from '../http/redirects.ts'
import type { RobotsGuard } from '../robots/robots-guard.ts'

/** For asking one URL that was found in a page, in the interactive lane. */
export const PROBE_TIMEOUT_MS = 4000

/** How the look-ups of a lane send requests. */
export interface LookupClient {
  readonly client: HttpClient
  /** Resolves if the robots.txt of the site allows the URL. */
  readonly beforeRequest: BeforeRequest
  /** Milliseconds for one probe, within the caller's time. */
  readonly probeTimeoutMs: number
}

/**
 * Makes the client of batch look-ups. It waits for a permit of each host, as long as the caller has time. A
 * site whose robots.txt is unreachable gets no request (RFC 9309, section 2.3.1.4).
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
      fetchPage: (request) => client.fetchPage({ ...request, permits: permitsOf(request, permits) }),
      probe: (request) => client.probe({ ...request, permits: permitsOf(request, permits) }),
    },
    beforeRequest: (url, signal) =>
      retryWhileThrottled(() => guard.assertAllowed(url, 'batch'), signal).catch((error: unknown) => {
        throw error instanceof RetryAfterError ? notRequested(url, error) : error
      }),
    probeTimeoutMs: Number.POSITIVE_INFINITY,
  }
}

/** A dead site is reported as dead: no request could be sent to it, whatever its robots.txt says. */
function notRequested(url: string, cause: RetryAfterError): Failure {
  const { failure } = cause
  const { reason } = (failure.details ?? {}) as { readonly reason?: unknown }
  const isDead = siteFailures.some((siteFailure) => siteFailure === reason)
  return isDead ? failure : robotsBlockedFailure(url, { robotsUrl: robotsUrlOf(new URL(url)) }, cause)
}
