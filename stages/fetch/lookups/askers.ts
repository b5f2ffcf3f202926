import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { retryWhileThrottled } from '#shared/async/retry-while-throttled.ts'
import { robotsUrlOf } from '#shared/robots/match-robots.ts'
import { robotsBlockedFailure } from '#shared/robots/policy.ts'
import type { HttpClient } from '../http/client.ts'
import type { Pace } from '../http/pace.ts'
import type { Enter } from '../http/page.ts'
import { patientPace } from '../pace.ts'
import type { RobotsGate } from '../robots-gate.ts'

/** How the look-ups of a lane ask. */
export interface Asker {
  readonly client: HttpClient
  /** Whether the site lets a URL that a page names be asked for. */
  readonly enter: Enter
  /** Milliseconds for asking one URL, within the caller's time. */
  readonly probeTimeoutMs: number
}

/** Asks at once: somebody waits. */
export function promptAsker(client: HttpClient, gate: RobotsGate, probeTimeoutMs: number): Asker {
  return { client, enter: (url) => gate.enter(url, 'interactive'), probeTimeoutMs }
}

/**
 * Waits for the turn of each host that is asked, as long as the caller has time. A site that puts its robots.txt off is not
 * asked (RFC 9309, 2.3.1.4).
 */
export function patientAsker(client: HttpClient, gate: RobotsGate, paceOfLane: Pace): Asker {
  const pace = patientPace(paceOfLane)
  return {
    client: {
      ...client,
      fetchPage: (request) => client.fetchPage({ ...request, pace }),
      probe: (request) => client.probe({ ...request, pace }),
    },
    enter: (url, signal) =>
      retryWhileThrottled(() => gate.enter(url, 'batch'), signal).catch((error: unknown) => {
        throw error instanceof RetryAfterError ? notAsked(url, error) : error
      }),
    probeTimeoutMs: Number.POSITIVE_INFINITY,
  }
}

function notAsked(url: string, cause: RetryAfterError) {
  return robotsBlockedFailure(url, { robotsUrl: robotsUrlOf(new URL(url)) }, cause)
}
