import type { RefusalReason } from '#shared/egress/policy/target-decision.ts'
import type { Redirect } from '#shared/messages/events/page-fetched.ts'
import type { Lane } from '#shared/messages/topics.ts'

/** Whether a URL may be inspected. `unresolvable` is no refusal: the inspection reports that the target is unreachable. */
export type TargetDecision =
  | {
      readonly kind: 'allowed' | 'unresolvable'
      /** The address to which batch requests go. Only for the batch lane; never shown to clients. */
      readonly address?: string
    }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly message: string }

/** The decision of a site's robots.txt about one URL for one user agent (RFC 9309). */
/**
 * Why the site of a robots.txt got no request at all: `not_requested` = this service sent none (refused address, open
 * circuit); else the reason of `URL_UNREACHABLE`. A page of the site would fail the same way.
 */
export const siteFailures = [
  'not_requested',
  'dns_failure',
  'connection_refused',
  'connection_timeout',
  'tls_error',
] as const
export type SiteFailure = (typeof siteFailures)[number]

export interface RobotsDecision {
  readonly robotsUrl: string
  /** `found` = it was read; `absent` = 4xx, all allowed; `unreachable` = 5xx or no response, all disallowed (RFC 9309, section 2.3.1). */
  readonly state: 'found' | 'absent' | 'unreachable'
  readonly allowed: boolean
  /** The matching line as written, its number (from 1) and the user-agent token of its group; null when no rule matched. */
  readonly rule: string | null
  readonly line: number | null
  readonly group: string | null
  /** Crawl-delay of the matching group in seconds; null without one. */
  readonly crawlDelay: number | null
  readonly sitemaps: readonly string[]
  /** Status of an `unreachable` file (5xx or 429); absent without a response. */
  readonly status?: number
  /** Of an `unreachable` file; absent when the site could be requested. */
  readonly siteFailure?: SiteFailure
}

/** The response of one URL, without following redirects. */
export interface ProbeAnswer {
  readonly url: string
  /** Null when the policy refused the request or there was no response. */
  readonly status: number | null
  readonly location: string | null
  readonly contentType: string | null
  /** Why there is no response; null with one. */
  readonly error: 'refused' | 'dns_failure' | 'connection_failed' | 'tls_error' | 'timeout' | null
  /**
   * The `probedHeaders` of the response; lines of one header are joined by commas. `content-length` is that of the whole
   * encoded body, also when only a range was requested.
   */
  readonly headers: Readonly<Record<string, string>>
  /** HTTP version of the connection; null without a response. */
  readonly httpVersion: '1.1' | '2' | null
}

/** Names of the headers that a probe reports, in lower case. */
export const probedHeaders = [
  'cache-control',
  'content-encoding',
  'content-length',
  'etag',
  'expires',
  'last-modified',
  'x-robots-tag',
] as const

/** A small file that was fetched with redirects followed. */
export interface FetchedFile {
  readonly url: string
  /** The last URL that was requested. */
  readonly finalUrl: string
  /** Status of the last response (a redirect's when there were too many); null without a response. */
  readonly status: number | null
  readonly error: ProbeAnswer['error']
  readonly redirects: readonly Redirect[]
  readonly contentType: string | null
  /** Lines of the headers X-Robots-Tag and Link of the last response, in order. */
  readonly robotsHeaders: readonly string[]
  readonly linkHeaders: readonly string[]
  /** The decompressed body of any status. */
  readonly body: Uint8Array
  /** The body is truncated: it has more bytes than `maxBytes`, or its compressed stream ended early. */
  readonly isCut: boolean
}

/** The scan of one sitemap (sitemaps.org protocol). Matches and children are limited to the first of the file. */
export interface SitemapScan {
  readonly url: string
  readonly status: number | null
  readonly error: ProbeAnswer['error']
  /** `urlset`: pages in XML, also those of a feed. `other`: neither an XML sitemap nor a text file of URLs, or no 2xx response. */
  readonly kind: 'urlset' | 'index' | 'text' | 'other'
  /** Why it is not a well-formed sitemap; null when it is one, or without a body. */
  readonly fault: { readonly message: string; readonly line: number } | null
  /** Decompressed bytes and entries that were read. */
  readonly bytes: number
  readonly entries: number
  /** Entries on another host than that of the file. */
  readonly foreign: Tally
  /** `lastmod` values that are not W3C dates; that lie in the future. */
  readonly lastmodInvalid: Tally
  readonly lastmodFuture: Tally
  /** The file was not read to its end: it exceeds a limit, has a fault, or took too long. */
  readonly isCut: boolean
  /** Absolute URLs of the sitemaps in an index. */
  readonly children: readonly string[]
  /** Entries whose URL is one of `lookFor`, or a variant of it. */
  readonly matches: readonly SitemapMatch[]
}

/** How the read of a sitemap ended. */
export type SitemapSummary = Pick<
  SitemapScan,
  'status' | 'error' | 'kind' | 'fault' | 'bytes' | 'entries' | 'isCut'
>

/** A page of the entries of a sitemap. */
export interface SitemapPage {
  /** URLs of pages as written, in order. */
  readonly pages: readonly string[]
  /** URLs of sitemaps in an index, likewise. */
  readonly sitemaps: readonly string[]
  /** Set on the last page, which has no URLs; null before. */
  readonly end: SitemapSummary | null
}

/** A count, and the first example. */
export interface Tally {
  readonly count: number
  readonly first: string | null
}

export interface SitemapMatch {
  readonly loc: string
  readonly lastmod: string | null
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[]
}

export interface ImageDescription {
  readonly url: string
  /** Pixels; null, like the colour, when the image cannot be fetched or decoded. */
  readonly width: number | null
  readonly height: number | null
  readonly format: string | null
  /** `#rrggbb` in lower case. */
  readonly dominantColor: string | null
}

/** A re-encoded image of a page. */
export interface Thumbnail {
  /** At most `THUMBNAIL_MAX_BYTES` bytes, without metadata of the image. */
  readonly body: Uint8Array
  readonly contentType: string
  /** Pixels of `body`. */
  readonly width: number
  readonly height: number
  /** Pixels of the image as displayed. */
  readonly sourceWidth: number
  readonly sourceHeight: number
}

/** A thumbnail, or the reason why there is none: either is null. */
export interface ThumbnailAnswer {
  readonly image: Thumbnail | null
  /** Part of the answer, since its details may repeat URLs that are too long for the trailers of a failed call. */
  readonly failure: {
    /** An error code of the contract. */
    readonly code: string
    readonly message: string
    readonly details: object | null
  } | null
}

/** Options of a call. `timeoutMs` is the time that the caller has left. */
export interface CallOptions {
  readonly timeoutMs: number
  readonly traceparent?: string
  /** Lane of the caller's work. For batch, requests wait for their host permits and obey robots.txt strictly. Default: interactive. */
  readonly lane?: Lane
  /** The batch of the caller's work. For batch, failures of links are remembered for it, so that it requests them once. */
  readonly batch?: string
  /** The manners of that batch, as `encodePoliteness` writes them. Default: the installation's. */
  readonly politeness?: string
}

/**
 * Look-ups with one answer. `Context` is what a call has besides its arguments. At the caller's side they reject with
 * `SERVICE_UNAVAILABLE` when no fetch stage answers in time.
 */
export interface UnaryLookups<Context> {
  checkTarget(url: string, context: Context): Promise<TargetDecision>
  /** For batch, rejects with `ThrottledError` when there is no permit to request the robots.txt. */
  robots(url: string, userAgent: string, context: Context): Promise<RobotsDecision>
  /** Requests each URL once (HEAD, then a ranged GET where HEAD is not supported); answers in the order given. */
  probe(urls: readonly string[], context: Context): Promise<readonly ProbeAnswer[]>
  describeImage(url: string, context: Context): Promise<ImageDescription>
  /**
   * Makes a thumbnail of an image, at most `width` pixels wide, never enlarged. Rejects with `SERVICE_UNAVAILABLE` when too
   * many are being made.
   */
  thumbnail(url: string, width: number, context: Context): Promise<ThumbnailAnswer>
  /** Fetches a file with GET and follows redirects. The body is truncated at `maxBytes` (decompressed), or earlier by the server. */
  fetchFile(url: string, maxBytes: number, context: Context): Promise<FetchedFile>
  /** Scans a sitemap for the URLs `lookFor` and their variants: scheme, `www.`, case, trailing slash, query. */
  scanSitemap(url: string, lookFor: readonly string[], context: Context): Promise<SitemapScan>
}

/** Look-ups that the fetch stage answers. */
export interface Lookups extends UnaryLookups<CallOptions> {
  /**
   * Lists the URLs of a sitemap while it is read, at most as many as the protocol allows a file. The last page says how the
   * read ended, also when the file cannot be read. Leaving the loop ends the read; so does the signal, and the iteration
   * then rejects.
   */
  listSitemap(url: string, budget: CallOptions, signal: AbortSignal): AsyncIterable<SitemapPage>
  /** Resolves when a fetch stage reports that it serves. */
  ping(): Promise<void>
  close(): void
}
