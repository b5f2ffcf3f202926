import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import type { Tab } from '../../tab/tab.ts'
import { compressBodies } from './compress-bodies.ts'
import { toLabRequest, wasSent } from './lab-request.ts'
import type { LoggedRequest } from './logged-request.ts'
import { makeRequestLog } from './request-log.ts'
import { openSessions } from './sessions.ts'

/** The http(s) requests of a page. All can be asked after `stop` too, but for bodies. */
export interface RequestRecorder {
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
  compressBodies(budgetMs: number): Promise<void>
  /** Those that went out so far, in order, at most `limit`; and how many more there were. */
  requests(limit: number): { requests: LabRequest[]; leftOut: number }
  /** Ends the record. Never rejects. */
  stop(): Promise<void>
}

/** Requests that are kept: more than any page has that is not out to harm. */
const MAX_REQUESTS = 20_000
/** What the browser keeps of bodies, for each process, in bytes. */
const bodies = { maxTotalBufferSize: 64_000_000, maxResourceBufferSize: 5_000_000 }

/**
 * Records from now on what the page asks for, its frames, workers and service workers included. The sessions are its own: what
 * others switch in the domain Network does not touch it. No requests are data: and blob: URLs, sockets, what a cache or service
 * worker answered, and what was stopped on its way out.
 */
export async function recordRequests(tab: Tab): Promise<RequestRecorder> {
  const { targetInfo } = await tab.guard(tab.cdp.send('Target.getTargetInfo'))
  const log = makeRequestLog({
    // A page's target has the id of its main frame.
    mainFrameId: targetInfo.targetId,
    max: MAX_REQUESTS,
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
      const headersEndAt = findShownDocument(log.requests())?.response?.headersEndAt ?? null
      return start === null || headersEndAt === null ? null : (headersEndAt - start) * 1000
    },
    async compressBodies(budgetMs) {
      compressed = await tab.guard(compressBodies(log.requests(), budgetMs))
    },
    requests(limit) {
      const sent = log.requests().filter(wasSent)
      const included = sent.slice(0, limit)
      const start = navigationStart() ?? sent[0]?.startedAt ?? 0
      return {
        requests: included.map((request) => toLabRequest(request, start, compressed.get(request) ?? null)),
        leftOut: sent.length - included.length + log.leftOut(),
      }
    },
    stop: sessions.close,
  }
}

/** The last document that was answered and, if there is one, not given up: a download is, for what was shown before. */
function findShownDocument(requests: readonly LoggedRequest[]): LoggedRequest | undefined {
  const answered = requests.filter(
    ({ isMainDocument, isRedirect, response }) => isMainDocument && !isRedirect && response !== null,
  )
  return answered.findLast(({ hasFailed }) => !hasFailed) ?? answered.at(-1)
}
