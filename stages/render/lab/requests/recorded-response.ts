import type { Protocol } from 'puppeteer-core'

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
}

/** Headers about caching, compression and type. */
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
  'pragma',
  'vary',
])
/** The longest URL that the service inspects; longer ones are truncated. */
export const MAX_URL_CHARS = 8192
/** Longer header values are truncated: the relevant values are short. */
const MAX_HEADER_CHARS = 512

/** Copies what is needed from a CDP response. */
export function recordResponse(response: Protocol.Network.Response): RecordedResponse {
  const { url, status, protocol, mimeType, headers, encodedDataLength, timing } = response
  return {
    url: truncate(url, MAX_URL_CHARS),
    status,
    protocol: protocol || null,
    mimeType: mimeType.toLowerCase() || null,
    headers: pickHeaders(headers),
    headerBytes: Math.max(0, encodedDataLength),
    headersEndAt: timing ? timing.requestTime + timing.receiveHeadersEnd / 1000 : null,
  }
}

/** CDP joins repeated headers by line feeds; RFC 9110, section 5.3, joins them by commas. */
function pickHeaders(headers: Protocol.Network.Headers): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(
    named
      .filter(([name]) => keptHeaders.has(name))
      .map(([name, value]) => [name, truncate(value.replaceAll('\n', ', '), MAX_HEADER_CHARS)]),
  )
}

/** The first `length` characters as a copy: a slice would keep the whole text in memory. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString()
}
