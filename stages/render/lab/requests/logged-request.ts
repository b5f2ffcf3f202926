import type { CDPSession, Protocol } from 'puppeteer-core'
import { MAX_URL_CHARS, type RecordedResponse, recordResponse, truncate } from './recorded-response.ts'

/** Where an answer came from; `worker`: from the page's service worker, whose own requests are requests of their own. */
export type ResponseSource = 'network' | 'revalidated' | 'cache' | 'worker'

/** One request as far as it is told, each redirect hop one. Times in CDP's monotonic seconds, sizes in bytes. */
export interface LoggedRequest {
  readonly id: string
  readonly url: string
  readonly method: string
  readonly startedAt: number
  /** For the main frame itself. */
  readonly isMainDocument: boolean
  readonly isRenderBlocking: boolean
  type: Protocol.Network.ResourceType | undefined
  endedAt: number | null
  response: RecordedResponse | null
  /** Told by the browser's network process, also where scripts may not know the answer; null when it was not. */
  extraInfoStatus: number | null
  source: ResponseSource
  /** Of the body so far, as it came and decoded. */
  bodyBytes: number
  decodedBytes: number
  /** Of the whole answer, as told at its end. */
  totalBytes: number
  isRedirect: boolean
  hasFailed: boolean
  /** It never left the browser, or the policy stopped it. */
  wasNeverSent: boolean
  /** Who told of its end, and so knows its body; before, who told of its beginning. */
  session: CDPSession
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export function toLoggedRequest(
  event: Protocol.Network.RequestWillBeSentEvent,
  session: CDPSession,
  mainFrameId: string,
): LoggedRequest {
  const { requestId, loaderId, frameId, type, request, timestamp, renderBlockingBehavior } = event
  return {
    id: requestId,
    url: truncate(request.url, MAX_URL_CHARS),
    method: request.method,
    startedAt: timestamp,
    isMainDocument: type === 'Document' && frameId === mainFrameId && requestId === loaderId,
    isRenderBlocking: renderBlockingBehavior === 'Blocking',
    type,
    ...{ endedAt: null, response: null, extraInfoStatus: null, source: 'network' },
    ...{ bodyBytes: 0, decodedBytes: 0, totalBytes: 0 },
    ...{ isRedirect: false, hasFailed: false, wasNeverSent: false },
    session,
  }
}

/** It was answered with a redirect that the browser follows. */
export function recordRedirect(
  request: LoggedRequest,
  response: Protocol.Network.Response,
  timestamp: number,
): void {
  answer(request, response)
  request.endedAt = timestamp
  request.isRedirect = true
  // The browser redirects to https by itself where it was told to before: RFC 6797, section 8.3.
  request.wasNeverSent = Object.keys(response.headers).some((name) =>
    /^non-authoritative-reason$/i.test(name),
  )
}

export function recordResponseReceived(
  request: LoggedRequest,
  event: Protocol.Network.ResponseReceivedEvent,
): void {
  request.type = event.type
  answer(request, event.response)
}

function answer(request: LoggedRequest, response: Protocol.Network.Response): void {
  request.response = recordResponse(response)
  if (response.fromServiceWorker) request.source = 'worker'
  else if (response.fromDiskCache || response.fromPrefetchCache) request.source = 'cache'
  else if (response.status === 304) request.source = 'revalidated'
}

/** Of redirects it may come late, when the next hop has begun. */
export function recordExtraInfoStatus(
  request: LoggedRequest,
  { statusCode }: Protocol.Network.ResponseReceivedExtraInfoEvent,
) {
  if (REDIRECTS.has(statusCode)) return
  request.extraInfoStatus = statusCode
  if (statusCode === 304) request.source = 'revalidated'
}

export function recordCacheHit(request: LoggedRequest): void {
  request.source = 'cache'
}

export function recordData(
  request: LoggedRequest,
  { dataLength, encodedDataLength }: Protocol.Network.DataReceivedEvent,
) {
  request.decodedBytes += dataLength
  request.bodyBytes += encodedDataLength
}

export function recordFinished(
  request: LoggedRequest,
  { encodedDataLength, timestamp }: Protocol.Network.LoadingFinishedEvent,
  session: CDPSession,
): void {
  request.session = session
  request.totalBytes = encodedDataLength
  request.endedAt = timestamp
}

/** `isRefused`: whether the request would have been stopped on its way out. */
export function recordFailed(
  request: LoggedRequest,
  { timestamp, blockedReason }: Protocol.Network.LoadingFailedEvent,
  wasRefused: boolean,
): void {
  const isUnanswered = request.response === null && request.extraInfoStatus === null
  request.hasFailed = true
  request.wasNeverSent = isUnanswered && (blockedReason !== undefined || wasRefused)
  request.endedAt = timestamp
}
