import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import type { Tab } from '../../tab/tab.ts'
import { compressBodies } from './compress-bodies.ts'
import { toLabRequest, wasSent } from './lab-request.ts'
import type { LoggedRequest } from './logged-request.ts'
import { followPage, makeRequestLog } from './request-log.ts'

/** Records the http(s) requests of a page. All methods but `compressBodies` work after `stop` as well. */
export type RequestRecorder = Awaited<ReturnType<typeof recordRequests>>

/** Maximum number of recorded requests: more than any benign page makes. */
const MAX_REQUESTS = 10_000
/** Characters of the URLs and headers of all reported requests; 2,000 usual ones have two million. */
const MAX_REPORTED_CHARS = 5_000_000
/** Buffers of the browser for response bodies, for each process, in bytes. */
const bodies = { maxTotalBufferSize: 64_000_000, maxResourceBufferSize: 5_000_000 }

/**
 * Records the requests of the page, its frames, workers and service workers from this call on. Uses sessions of its own, so other users
 * of the domain Network do not affect it. Reports no data: and blob: URLs, no sockets, and no requests that a cache or service worker
 * answered or that were blocked.
 */
export async function recordRequests(tab: Tab) {
  const { targetInfo } = await tab.guard(tab.cdp.send('Target.getTargetInfo'))
  const log = makeRequestLog({
    // A page's target has the id of its main frame.
    mainFrameId: targetInfo.targetId,
    max: MAX_REQUESTS,
    isRefused: (url) => ['refused', 'limited'].includes(tab.proxy.failureOf(url)?.kind ?? ''),
  })
  const sessions = await tab.guard(followPage(tab, log, bodies))
  let compressed: Awaited<ReturnType<typeof compressBodies>> = new Map()

  /** When the first main document was requested, in CDP's monotonic seconds; null before that. */
  const navigationStart = () => log.requests().find(({ isMainDocument }) => isMainDocument)?.startedAt ?? null
  return {
    navigationStart,
    /** From the start of the navigation to the headers of the shown document, including redirects; null when unknown. */
    documentTtfbMs(): number | null {
      const start = navigationStart()
      const headersEndAt = findShownDocument(log.requests())?.response?.headersEndAt ?? null
      return start === null || headersEndAt === null ? null : (headersEndAt - start) * 1000
    },
    /**
     * Compresses texts that were sent uncompressed, for `budgetMs` milliseconds at most. Call it before the next navigation, at which the
     * browser drops the bodies.
     */
    async compressBodies(budgetMs: number): Promise<void> {
      compressed = await tab.guard(compressBodies(log.requests(), budgetMs))
    },
    /** The requests that were sent so far, in order, `limit` at most; and the number of further ones. */
    requests(limit: number): { requests: LabRequest[]; leftOut: number } {
      const sent = log.requests().filter(wasSent)
      const included = firstWithin(sent.slice(0, limit), MAX_REPORTED_CHARS)
      const start = navigationStart() ?? sent[0]?.startedAt ?? 0
      return {
        requests: included.map((request) => toLabRequest(request, start, compressed.get(request) ?? null)),
        leftOut: sent.length - included.length + log.leftOut(),
      }
    },
    /** Ends the recording. Never rejects. */
    stop: sessions.close,
  }
}

/** The first requests whose texts have `maxChars` characters together. */
function firstWithin(requests: readonly LoggedRequest[], maxChars: number): readonly LoggedRequest[] {
  let remaining = maxChars
  const firstBeyond = requests.findIndex((request) => {
    remaining -= textLength(request)
    return remaining < 0
  })
  return firstBeyond === -1 ? requests : requests.slice(0, firstBeyond)
}

function textLength({ url, initiatorUrl, response }: LoggedRequest): number {
  const headers = Object.values(response?.headers ?? {})
  return [url, initiatorUrl ?? '', ...headers].reduce((sum, { length }) => sum + length, 0)
}

/** The last document with a response; preferably one that has not failed, since a download fails and leaves the previous document shown. */
function findShownDocument(requests: readonly LoggedRequest[]): LoggedRequest | undefined {
  const withResponse = requests.filter(
    ({ isMainDocument, isRedirect, response }) => isMainDocument && !isRedirect && response !== null,
  )
  return withResponse.findLast(({ hasFailed }) => !hasFailed) ?? withResponse.at(-1)
}
