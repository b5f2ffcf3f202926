import type { RefusalReason } from '#shared/egress/policy/target-decision.ts'
import type { Redirect } from '#shared/messages/page-fetched.ts'
import type { Lane } from '#shared/messages/topics.ts'

/** May this URL be inspected? `unresolvable` is no refusal: the inspection will say that the target is unreachable. */
export type TargetDecision =
  | {
      readonly kind: 'allowed' | 'unresolvable'
      /** Where requests of the batch lane go: told to that lane alone, and to no client. */
      readonly address?: string
    }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly message: string }

/** What a site's robots.txt says of one URL for one user agent (RFC 9309). */
export interface RobotsDecision {
  readonly robotsUrl: string
  /** `found` was read; `absent` = 4xx, all allowed; `unreachable` = 5xx or no answer, all disallowed (RFC 9309, 2.3.1). */
  readonly state: 'found' | 'absent' | 'unreachable'
  readonly allowed: boolean
  /** The deciding line as written, its number (from 1) and the user-agent token of its group; null when no rule matched. */
  readonly rule: string | null
  readonly line: number | null
  readonly group: string | null
  /** Seconds, of the matching group; null when it names none. */
  readonly crawlDelay: number | null
  readonly sitemaps: readonly string[]
  /** Of the answer that put the file off (5xx, 429): there where it is `unreachable` and anybody answered. */
  readonly status?: number
}

/** What one URL answered without following redirects. */
export interface ProbeAnswer {
  readonly url: string
  /** Null when it was not asked (refused by the policy) or gave no answer. */
  readonly status: number | null
  readonly location: string | null
  readonly contentType: string | null
  /** Null when it answered, else why it did not. */
  readonly error: 'refused' | 'dns_failure' | 'connection_failed' | 'tls_error' | 'timeout' | null
  /**
   * Those of `probedHeaders` that came with the answer, several lines joined by commas. `content-length` is that of the
   * whole as it is sent, also where only a part was asked for.
   */
  readonly headers: Readonly<Record<string, string>>
  /** What the connection speaks; null without an answer. */
  readonly httpVersion: '1.1' | '2' | null
}

/** Names of the headers that a probe tells, in lower case. */
export const probedHeaders = [
  'cache-control',
  'content-encoding',
  'content-length',
  'etag',
  'expires',
  'last-modified',
  'x-robots-tag',
] as const

/** A small file as it was got, redirects followed. */
export interface FetchedFile {
  readonly url: string
  /** The last URL that was asked. */
  readonly finalUrl: string
  /** Of the last answer, a redirect's where more redirects came than are followed; null when there was none. */
  readonly status: number | null
  readonly error: ProbeAnswer['error']
  readonly redirects: readonly Redirect[]
  readonly contentType: string | null
  /** Lines of the headers X-Robots-Tag and Link of the last answer, in order. */
  readonly robotsHeaders: readonly string[]
  readonly linkHeaders: readonly string[]
  /** Decompressed; whatever the status. */
  readonly body: Uint8Array
  /** The body is not whole: it had more bytes than were asked for, or its compressed stream ended early. */
  readonly isCut: boolean
}

/** One sitemap (sitemaps.org protocol), read through. Matches and children are the first of the file. */
export interface SitemapScan {
  readonly url: string
  readonly status: number | null
  readonly error: ProbeAnswer['error']
  /** `other`: neither a sitemap in XML nor a text of URLs, or no 2xx answer. */
  readonly kind: 'urlset' | 'index' | 'text' | 'other'
  /** Why it is no well-formed sitemap; null when it is one, or nothing came. */
  readonly fault: { readonly message: string; readonly line: number } | null
  /** Decompressed bytes and entries, as far as it was read. */
  readonly bytes: number
  readonly entries: number
  /** Entries on another host than the file's, and the first of them. */
  readonly foreign: Tally
  /** `lastmod` that is no W3C date and time; that lies in the future. */
  readonly lastmodInvalid: Tally
  readonly lastmodFuture: Tally
  /** Something came and was not read to its end: it is over a limit, has a fault, or took too long. */
  readonly isCut: boolean
  /** Sitemaps that an index names, absolute. */
  readonly children: readonly string[]
  /** Entries whose address is one of those looked for, or a variant of it. */
  readonly matches: readonly SitemapMatch[]
}

/** How the reading of a sitemap ended. */
export type SitemapSummary = Pick<
  SitemapScan,
  'status' | 'error' | 'kind' | 'fault' | 'bytes' | 'entries' | 'isCut'
>

/** A part of what is in a sitemap. */
export interface SitemapPage {
  /** Addresses as they are written, in their order. */
  readonly pages: readonly string[]
  /** The same, of the sitemaps that an index names. */
  readonly sitemaps: readonly string[]
  /** With the last part, which has no addresses; null before. */
  readonly end: SitemapSummary | null
}

/** How many, and the first. */
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
  /** Pixels; null together with the colour when the image can't be had or decoded. */
  readonly width: number | null
  readonly height: number | null
  readonly format: string | null
  /** `#rrggbb` in lower case. */
  readonly dominantColor: string | null
}

/** The most time, in milliseconds, that the caller has left for the call. */
export interface CallOptions {
  readonly timeoutMs: number
  readonly traceparent?: string
  /** Of the work that asks: for batch, sites are asked in turns and their robots.txt strictly obeyed. Default: interactive. */
  readonly lane?: Lane
}

/** What the fetch stage answers to the other parts. Rejects with `SERVICE_UNAVAILABLE` when no fetch stage answers in time. */
export interface Lookups {
  checkTarget(url: string, budget: CallOptions): Promise<TargetDecision>
  /** For batch, rejects with ThrottledError when the site's turn to be asked for its robots.txt has not come. */
  robots(url: string, userAgent: string, budget: CallOptions): Promise<RobotsDecision>
  /** Asks each URL once (HEAD, then ranged GET where HEAD is not supported), in the order given. */
  probe(urls: readonly string[], budget: CallOptions): Promise<ProbeAnswer[]>
  describeImage(url: string, budget: CallOptions): Promise<ImageDescription>
  /** Gets a file with GET, redirects followed, cut after `maxBytes` (decompressed); the server may cut earlier. */
  fetchFile(url: string, maxBytes: number, budget: CallOptions): Promise<FetchedFile>
  /** Reads a sitemap through and looks for the addresses, variants included: scheme, `www.`, case, trailing slash, query. */
  scanSitemap(url: string, lookFor: readonly string[], budget: CallOptions): Promise<SitemapScan>
  /**
   * Lists a sitemap while it is read, at most as many addresses as a file may have by the protocol. Takes as long as the
   * budget says. A file that can't be read ends as `SitemapEnd` tells. Leaving the loop ends the reading, and so does the
   * signal: it then rejects.
   */
  listSitemap(url: string, budget: CallOptions, signal: AbortSignal): AsyncIterable<SitemapPage>
  /** Resolves when a fetch stage reports that it serves. */
  ping(): Promise<void>
  close(): void
}
