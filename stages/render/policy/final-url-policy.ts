import { makeBoundedMap } from '#shared/async/bounded-map.ts'
import { retryWhileThrottled } from '#shared/async/retry-while-throttled.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import type { InspectionRequested } from '#shared/messages/inspection-requested.ts'
import { type HostGroups, singleHostGroups } from '#shared/politeness/host-groups.ts'
import type { RobotsGuard, RobotsPermission } from './robots-guard.ts'

export type InspectedPage = Pick<InspectionRequested, 'id' | 'url' | 'lane' | 'traceparent'>

/** What the robots.txt files say of a page, and of the one that it leads to. */
export interface FinalUrlPolicy {
  /** Before a page is visited. Rejects as `RobotsGate.enter` does, also because of where the page led the last time. */
  admitRequest(request: InspectedPage): Promise<RobotsPermission>
  /**
   * While the page that it led to is on display: a site that has to be asked for its robots.txt is waited for. Rejects with
   * ThrottledError where that does not help, with the signal's reason, and as `RobotsGate.enter` does.
   */
  admitFinalUrl(url: string, request: InspectedPage, signal: AbortSignal): Promise<void>
}

/** How long a page waits in its tab for a robots.txt of another site that is busy; then it comes again. */
const MAX_WAIT_MS = 5000
/** Pages that wait for a robots.txt, far more than a stage holds. */
const MAX_PENDING = 10_000

/**
 * While a page is on display its host, or what takes turns with it, can't be asked for another robots.txt (of https after http, of another port): the visit
 * has its turn. So where it led is remembered, and asked about before the page is visited again.
 */
export function makeFinalUrlPolicy(
  robots: RobotsGuard,
  units: HostGroups = singleHostGroups,
): FinalUrlPolicy {
  const pendingFinalUrls = makeBoundedMap<string>(MAX_PENDING)

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
      throw new ThrottledError(error.retryAfterMs, error.hostGroup ?? units.cached(finalUrl))
    }
  }

  return {
    async admitRequest(request) {
      const entry = await robots.assertAllowed(request.url, request)
      const finalUrl = pendingFinalUrls.take(request.id)
      if (finalUrl !== undefined)
        await rememberWhenThrottled(() => robots.assertAllowed(finalUrl, request), finalUrl, request)
      return entry
    },
    async admitFinalUrl(url, request, signal) {
      const admitRequest = () => robots.assertAllowed(url, request)
      const isSameTurn = (await units.of(url)) === (await units.of(request.url))
      return rememberWhenThrottled(
        isSameTurn ? admitRequest : () => retryWithinLimit(admitRequest, signal),
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
