import type { CDPSession, Protocol } from 'puppeteer-core'
import type { LabPriority } from '#shared/messages/payloads/measurement.ts'

/** Where a response came from; `worker`: the service worker of the page, whose own requests are logged separately. */
export type ResponseSource = 'network' | 'revalidated' | 'cache' | 'worker'

/** The state of one request; each redirect hop is a request. Times in CDP's monotonic seconds, sizes in bytes. */
export interface LoggedRequest {
  readonly id: string
  readonly url: string
  readonly method: string
  readonly startedAt: number
  /** Whether it is for the document of the main frame. */
  readonly isMainDocument: boolean
  readonly isRenderBlocking: boolean
  /** URL of the logged request that caused it; null when no request of the page is known to have. */
  readonly initiatorUrl: string | null
  priority: LabPriority
  type: Protocol.Network.ResourceType | undefined
  endedAt: number | null
  response: RecordedResponse | null
  /** The status from the network process, also of responses that scripts may not read; null when not reported. */
  extraInfoStatus: number | null
  source: ResponseSource
  /** Bytes of the body so far, on the wire and decoded. */
  bodyBytes: number
  decodedBytes: number
  /** Bytes of the whole response, reported at its end. */
  totalBytes: number
  isRedirect: boolean
  hasFailed: boolean
  /** Whether it never left the browser, or the egress policy blocked it. */
  wasNeverSent: boolean
  /** The session that reported its end, which can read its body; before its end, the session that reported its start. */
  session: CDPSession
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const priorities: Readonly<Record<Protocol.Network.ResourcePriority, LabPriority>> = {
  VeryHigh: 'very_high',
  High: 'high',
  Medium: 'medium',
  Low: 'low',
  VeryLow: 'very_low',
}

/** A request that has just been sent. */
export function toLoggedRequest(
  event: Protocol.Network.RequestWillBeSentEvent,
  session: CDPSession,
  mainFrameId: string,
  initiatorUrl: string | null,
): LoggedRequest {
  const { requestId, loaderId, frameId, type, request, timestamp, renderBlockingBehavior } = event
  return {
    id: requestId,
    url: truncate(request.url, MAX_URL_CHARS),
    method: truncate(request.method, MAX_METHOD_CHARS),
    startedAt: timestamp,
    isMainDocument: type === 'Document' && frameId === mainFrameId && requestId === loaderId,
    isRenderBlocking: renderBlockingBehavior === 'Blocking',
    initiatorUrl,
    priority: priorities[request.initialPriority],
    type,
    ...{ endedAt: null, response: null, extraInfoStatus: null, source: 'network' },
    ...{ bodyBytes: 0, decodedBytes: 0, totalBytes: 0 },
    ...{ isRedirect: false, hasFailed: false, wasNeverSent: false },
    session,
  }
}

/** The response is a redirect that the browser follows. */
export function recordRedirect(
  request: LoggedRequest,
  response: Protocol.Network.Response,
  timestamp: number,
): void {
  recordResponseOf(request, response)
  request.endedAt = timestamp
  request.isRedirect = true
  // An internal redirect to https by HSTS: RFC 6797, section 8.3.
  request.wasNeverSent = Object.keys(response.headers).some((name) =>
    /^non-authoritative-reason$/i.test(name),
  )
}

/** The browser has found out how urgent it is: an image turned out to be in the viewport, for example. */
export function recordPriority(
  request: LoggedRequest,
  { newPriority }: Protocol.Network.ResourceChangedPriorityEvent,
): void {
  request.priority = priorities[newPriority]
}

/** Records the response. */
export function recordResponseReceived(
  request: LoggedRequest,
  event: Protocol.Network.ResponseReceivedEvent,
): void {
  request.type = event.type
  recordResponseOf(request, event.response)
}

function recordResponseOf(request: LoggedRequest, response: Protocol.Network.Response): void {
  const recorded = recordResponse(response)
  // One copy of a long URL is enough.
  request.response = recorded.url === request.url ? { ...recorded, url: request.url } : recorded
  if (response.fromServiceWorker) request.source = 'worker'
  else if (response.fromDiskCache || response.fromPrefetchCache) request.source = 'cache'
  else if (response.status === 304) request.source = 'revalidated'
}

/** Ignores redirects: their event may come after the next hop has begun. */
export function recordExtraInfoStatus(
  request: LoggedRequest,
  { statusCode }: Protocol.Network.ResponseReceivedExtraInfoEvent,
) {
  if (REDIRECTS.has(statusCode)) return
  request.extraInfoStatus = statusCode
  if (statusCode === 304) request.source = 'revalidated'
}

/** The response came from the memory cache. */
export function recordCacheHit(request: LoggedRequest): void {
  request.source = 'cache'
}

/** Adds received bytes of the body. */
export function recordData(
  request: LoggedRequest,
  { dataLength, encodedDataLength }: Protocol.Network.DataReceivedEvent,
) {
  request.decodedBytes += dataLength
  request.bodyBytes += encodedDataLength
}

/** Records the end of the response. */
export function recordFinished(
  request: LoggedRequest,
  { encodedDataLength, timestamp }: Protocol.Network.LoadingFinishedEvent,
  session: CDPSession,
): void {
  request.session = session
  request.totalBytes = encodedDataLength
  request.endedAt = timestamp
}

/** `wasRefused`: whether the egress policy refuses the URL. */
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

/** The relevant part of a response. */
export interface RecordedResponse {
  /** Differs from the requested URL where the cache has followed redirects. */
  readonly url: string
  readonly status: number
  readonly protocol: string | null
  readonly mimeType: string | null
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** On the wire. */
  readonly headerBytes: number
  /** When its headers were received, in CDP's monotonic seconds; null when unknown. */
  readonly headersEndAt: number | null
  /** Milliseconds that its connection took, see `connectionTime`. */
  readonly connectMs: number | null
}

/** Headers about caching, compression, type, and links that the browser follows. */
const keptHeaders: ReadonlySet<string> = new Set([
  'age',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'link',
  'pragma',
  'vary',
])
/** The longest URL that the service inspects; longer ones are truncated. */
export const MAX_URL_CHARS = 8192
/** Of a method, which scripts may invent, and of a media type (RFC 6838, section 4.2) or the name of a protocol. */
const MAX_METHOD_CHARS = 64
const MAX_TYPE_CHARS = 255
/** Longer header values are truncated: the relevant values are short, except for lists of links. */
const MAX_HEADER_CHARS = 512
const MAX_LINK_CHARS = 2048

/** Copies what is needed from a CDP response. */
function recordResponse(response: Protocol.Network.Response): RecordedResponse {
  const { url, status, protocol, mimeType, headers, encodedDataLength, timing } = response
  return {
    url: truncate(url, MAX_URL_CHARS),
    status,
    protocol: truncate(protocol ?? '', MAX_TYPE_CHARS) || null,
    mimeType: truncate(mimeType, MAX_TYPE_CHARS).toLowerCase() || null,
    headers: pickHeaders(headers),
    headerBytes: Math.max(0, encodedDataLength),
    headersEndAt: timing ? timing.requestTime + timing.receiveHeadersEnd / 1000 : null,
    connectMs: timing ? connectionTime(timing) : null,
  }
}

/**
 * Milliseconds for name, TCP and TLS of the connection that was opened for a request; null when an open one was used. Through the egress
 * proxy, the tunnel is part of it, so name and TCP connection of the target are as well. Null without TLS: such a request has no tunnel,
 * and its connection leads to the proxy only.
 */
function connectionTime({
  dnsStart,
  connectStart,
  connectEnd,
  sslStart,
}: Protocol.Network.ResourceTiming): number | null {
  if (sslStart < 0 || connectStart < 0) return null
  return connectEnd - (dnsStart < 0 ? connectStart : dnsStart)
}

/** CDP joins repeated headers by line feeds; RFC 9110, section 5.3, joins them by commas. */
function pickHeaders(headers: Protocol.Network.Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([written, value]) => {
      const name = written.toLowerCase()
      const max = name === 'link' ? MAX_LINK_CHARS : MAX_HEADER_CHARS
      // Cut before it grows, and after.
      const joined = () => truncate(truncate(value, max).replaceAll('\n', ', '), max)
      return keptHeaders.has(name) ? [[name, joined()]] : []
    }),
  )
}

/** The first `length` characters as a copy: a slice would keep the whole text in memory. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString()
}
