import type { Protocol } from 'puppeteer-core'

/** What a target answered with, as far as it is of use. */
export interface Answer {
  /** Whose it is: where the cache followed redirects, not the one that was asked for. */
  readonly url: string
  readonly status: number
  readonly protocol: string | null
  readonly mimeType: string | null
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** On the wire. */
  readonly headerBytes: number
  /** When its headers had come, in CDP's monotonic seconds; null when nobody told. */
  readonly headersEndAt: number | null
}

/** Headers that judge caching, compression and type. */
const judging: ReadonlySet<string> = new Set([
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
/** The longest URL that the service inspects: longer ones are cut. */
export const URL_LENGTH = 8192
/** Characters kept of a header: what judges is short. */
const HEADER_LENGTH = 512

export function answerOf(response: Protocol.Network.Response): Answer {
  const { url, status, protocol, mimeType, headers, encodedDataLength, timing } = response
  return {
    url: shortened(url, URL_LENGTH),
    status,
    protocol: protocol || null,
    mimeType: mimeType.toLowerCase() || null,
    headers: judgingHeaders(headers),
    headerBytes: Math.max(0, encodedDataLength),
    headersEndAt: timing ? timing.requestTime + timing.receiveHeadersEnd / 1000 : null,
  }
}

/** CDP gives a repeated header as lines; RFC 9110, section 5.3 joins them by commas. */
function judgingHeaders(headers: Protocol.Network.Headers): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(
    named
      .filter(([name]) => judging.has(name))
      .map(([name, value]) => [name, shortened(value.replaceAll('\n', ', '), HEADER_LENGTH)]),
  )
}

/** The beginning of a text, as a copy: a slice would keep the whole. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString()
}
