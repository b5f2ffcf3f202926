import type { InspectionRequested } from '#shared/messages/inspection-requested.ts'
import { makeKept } from '#shared/pipeline/kept.ts'
import { NotYet } from '#shared/pipeline/not-yet.ts'
import { patiently } from '#shared/pipeline/patience.ts'
import { hostUnits, type PoliteUnits } from '#shared/politeness/polite-units.ts'
import type { Entry, RobotsGate } from './robots-gate.ts'

export type Landing = Pick<InspectionRequested, 'id' | 'url' | 'lane' | 'traceparent'>

/** What the robots.txt files say of a page, and of the one that it leads to. */
export interface Landings {
  /** Before a page is visited. Rejects as `RobotsGate.enter` does, also because of where the page led the last time. */
  enter(request: Landing): Promise<Entry>
  /**
   * While the page that it led to is on display: a site that has to be asked for its robots.txt is waited for. Rejects with
   * NotYet where that does not help, with the signal's reason, and as `RobotsGate.enter` does.
   */
  landed(url: string, request: Landing, signal: AbortSignal): Promise<void>
}

/** How long a page waits in its tab for a robots.txt of another site that is busy; then it comes again. */
const PATIENCE_MS = 5000
/** Pages that wait for a robots.txt, far more than a stage holds. */
const MOST_WAITING = 10_000

/**
 * While a page is on display its host, or what takes turns with it, can't be asked for another robots.txt (of https after http, of another port): the visit
 * has its turn. So where it led is remembered, and asked about before the page is visited again.
 */
export function makeLandings(robots: RobotsGate, units: PoliteUnits = hostUnits): Landings {
  const waiting = makeKept<string>(MOST_WAITING)

  async function enterLanding(
    enter: () => Promise<unknown>,
    landing: string,
    { id }: Landing,
  ): Promise<void> {
    try {
      await enter()
    } catch (error) {
      if (!(error instanceof NotYet)) throw error
      waiting.keep(id, landing)
      throw new NotYet(error.inMs, error.host ?? units.known(landing))
    }
  }

  return {
    async enter(request) {
      const entry = await robots.enter(request.url, request)
      const landing = waiting.take(request.id)
      if (landing !== undefined) await enterLanding(() => robots.enter(landing, request), landing, request)
      return entry
    },
    async landed(url, request, signal) {
      const enter = () => robots.enter(url, request)
      const isSameTurn = (await units.of(url)) === (await units.of(request.url))
      return enterLanding(isSameTurn ? enter : () => inPatience(enter, signal), url, request)
    },
  }
}

async function inPatience(enter: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  try {
    await patiently(enter, AbortSignal.any([signal, patience]))
  } catch (error) {
    throw error === patience.reason ? new NotYet(PATIENCE_MS) : error
  }
}
