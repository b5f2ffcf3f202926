import type { LabRequest } from '#shared/lab/measurement.ts'
import type { Tab } from '../../tab.ts'
import { compressBodies } from './bodies.ts'
import { labRequestOf, wentOut } from './lab-request.ts'
import type { LoggedRequest } from './logged-request.ts'
import { makeRequestLog } from './request-log.ts'
import { openSessions } from './sessions.ts'

/** The http(s) requests of a page. All can be asked after `stop` too, but for bodies. */
export interface TrafficRecord {
  /**
   * When the main document was asked for first, in CDP's monotonic seconds; null before that. Where a script led on, the first
   * document counts.
   */
  navigationStart(): number | null
  /** Until the headers of the document that is shown had come, redirects included, since navigation start; null when unknown. */
  documentTtfbMs(): number | null
  /**
   * Compresses the texts that came uncompressed, for at most `budgetMs`. Has to happen before the next navigation: the browser
   * forgets the bodies then.
   */
  readBodies(budgetMs: number): Promise<void>
  /** Those that went out so far, in order, at most `limit`; and how many more there were. */
  requests(limit: number): { requests: LabRequest[]; leftOut: number }
  /** Ends the record. Never rejects. */
  stop(): Promise<void>
}

/** Requests that are kept: more than any page has that is not out to harm. */
const MOST_REQUESTS = 20_000
/** What the browser keeps of bodies, for each process, in bytes. */
const bodies = { maxTotalBufferSize: 64_000_000, maxResourceBufferSize: 5_000_000 }

/**
 * Records from now on what the page asks for, its frames, workers and service workers included. The sessions are its own: what
 * others switch in the domain Network does not touch it. No requests are data: and blob: URLs, sockets, what a cache or service
 * worker answered, and what was stopped on its way out.
 */
export async function recordTraffic(tab: Tab): Promise<TrafficRecord> {
  const { targetInfo } = await tab.guard(tab.cdp.send('Target.getTargetInfo'))
  const log = makeRequestLog({
    // A page's target has the id of its main frame.
    mainFrameId: targetInfo.targetId,
    most: MOST_REQUESTS,
    isRefused: (url) => ['refused', 'limited'].includes(tab.proxy.failureOf(url)?.kind ?? ''),
  })
  const sessions = await tab.guard(
    openSessions(tab, (session) => {
      log.follow(session)
      return session.send('Network.enable', bodies)
    }),
  )
  let compressed: Awaited<ReturnType<typeof compressBodies>> = new Map()

  const navigationStart = () => log.requests().find(({ isMainDocument }) => isMainDocument)?.startedAt ?? null
  return {
    navigationStart,
    documentTtfbMs() {
      const start = navigationStart()
      const headersEndAt = shownDocument(log.requests())?.answer?.headersEndAt ?? null
      return start === null || headersEndAt === null ? null : (headersEndAt - start) * 1000
    },
    async readBodies(budgetMs) {
      compressed = await tab.guard(compressBodies(log.requests(), budgetMs))
    },
    requests(limit) {
      const gone = log.requests().filter(wentOut)
      const kept = gone.slice(0, limit)
      const start = navigationStart() ?? gone[0]?.startedAt ?? 0
      return {
        requests: kept.map((request) => labRequestOf(request, start, compressed.get(request) ?? null)),
        leftOut: gone.length - kept.length + log.leftOut(),
      }
    },
    stop: sessions.close,
  }
}

/** The last document that was answered and, if there is one, not given up: a download is, for what was shown before. */
function shownDocument(requests: readonly LoggedRequest[]): LoggedRequest | undefined {
  const answered = requests.filter(
    ({ isMainDocument, isRedirect, answer }) => isMainDocument && !isRedirect && answer !== null,
  )
  return answered.findLast(({ hasFailed }) => !hasFailed) ?? answered.at(-1)
}
