import type { InspectionRequested } from '#shared/messages/inspection-requested.ts'
import { makeKept } from '#shared/pipeline/kept.ts'
import { NotYet } from '#shared/pipeline/not-yet.ts'
import { patiently } from '#shared/pipeline/patience.ts'
import { hostUnits, type PoliteUnits } from '#shared/politeness/polite-units.ts'
import type { RobotsGuard, RobotsPermission } from './robots-guard.ts'

export type InspectedPage = Pick<InspectionRequested, 'id' | 'url' | 'lane' | 'traceparent'>

/** What the robots.txt files say of a page, and of the one that it leads to. */
export interface FinalUrlPolicy {
  /** Before a page is visited. Rejects as `RobotsGate.enter` does, also because of where the page led the last time. */
  admitRequest(request: InspectedPage): Promise<RobotsPermission>
  /**
   * While the page that it led to is on display: a site that has to be asked for its robots.txt is waited for. Rejects with
   * NotYet where that does not help, with the signal's reason, and as `RobotsGate.enter` does.
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
export function makeFinalUrlPolicy(robots: RobotsGuard, units: PoliteUnits = hostUnits): FinalUrlPolicy {
  const pendingFinalUrls = makeKept<string>(MAX_PENDING)

  async function rememberWhenThrottled(
    admitRequest: () => Promise<unknown>,
    finalUrl: string,
    { id }: InspectedPage,
  ): Promise<void> {
    try {
      await admitRequest()
    } catch (error) {
      if (!(error instanceof NotYet)) throw error
      pendingFinalUrls.keep(id, finalUrl)
      throw new NotYet(error.inMs, error.host ?? units.known(finalUrl))
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
    await patiently(admitRequest, AbortSignal.any([signal, timeLimit]))
  } catch (error) {
    throw error === timeLimit.reason ? new NotYet(MAX_WAIT_MS) : error
  }
}
