import { LRUCache } from 'lru-cache'
import { retryWhileThrottled, ThrottledError } from '#shared/async/throttled-error.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { type HostGroups, singleHostGroups } from '#shared/politeness/host-groups.ts'
import type { RobotsGuard, RobotsPermission } from './robots-guard.ts'

export type InspectedPage = Pick<InspectionRequested, 'id' | 'url' | 'lane' | 'traceparent'>

/** How long a page waits in its tab for the robots.txt of another site; then its request is postponed. Milliseconds. */
const MAX_WAIT_MS = 5000
/** Postponed pages whose final URL is remembered: far more than a stage holds. */
const MAX_PENDING = 10_000

/**
 * Applies robots.txt to a page and to the URL that it redirects to. During a visit, its host (or a host that shares its rate limit) cannot be asked for another robots.txt, such as that of https after
 * http, or of another port: the visit holds the permit. So the final URL is remembered, and checked before the page is visited again.
 */
export function makeFinalUrlPolicy(robots: RobotsGuard, hostGroups: HostGroups = singleHostGroups) {
  const pendingFinalUrls = new LRUCache<string, string>({ max: MAX_PENDING })

  async function rememberWhenThrottled(
    admitRequest: () => Promise<unknown>,
    finalUrl: string,
    { id }: InspectedPage,
  ): Promise<void> {
    try {
      await admitRequest()
    } catch (error) {
      if (!(error instanceof ThrottledError)) throw error
      pendingFinalUrls.set(id, finalUrl)
      throw new ThrottledError(error.retryAfterMs, error.hostGroup ?? hostGroups.cached(finalUrl))
    }
  }

  return {
    /** Call it before the visit. Rejects like `RobotsGuard.assertAllowed`, also for the final URL of the previous attempt. */
    async admitRequest(request: InspectedPage): Promise<RobotsPermission> {
      const permission = await robots.assertAllowed(request.url, request)
      const finalUrl = pendingFinalUrls.get(request.id)
      pendingFinalUrls.delete(request.id)
      if (finalUrl !== undefined)
        await rememberWhenThrottled(() => robots.assertAllowed(finalUrl, request), finalUrl, request)
      return permission
    },
    /**
     * Call it while the page at the final URL is loaded. Waits for a robots.txt that is delayed by a rate limit, up to `MAX_WAIT_MS`.
     * Rejects with `ThrottledError` when that is not enough, with the reason of the signal, and like `RobotsGuard.assertAllowed`.
     */
    async admitFinalUrl(url: string, request: InspectedPage, signal: AbortSignal): Promise<void> {
      const admitRequest = () => robots.assertAllowed(url, request)
      const sharesRateLimit = (await hostGroups.of(url)) === (await hostGroups.of(request.url))
      return rememberWhenThrottled(
        sharesRateLimit ? admitRequest : () => retryWithinLimit(admitRequest, signal),
        url,
        request,
      )
    },
  }
}

async function retryWithinLimit(admitRequest: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  const timeLimit = AbortSignal.timeout(MAX_WAIT_MS)
  try {
    await retryWhileThrottled(admitRequest, AbortSignal.any([signal, timeLimit]))
  } catch (error) {
    throw error === timeLimit.reason ? new ThrottledError(MAX_WAIT_MS) : error
  }
}
