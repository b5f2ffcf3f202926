import type { Redirect } from '#shared/messages/page-fetched.ts'
import type {
  RobotsInput,
  SitemapsInput,
  TargetPage,
  TextFile,
} from '#shared/messages/payloads/audit-input.ts'
import type { StructuredDataInput } from '#shared/messages/payloads/structured-data.ts'
import type { MetadataResult } from '#shared/operations/metadata-result.ts'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import type { PageDocument } from '../document/page-document.ts'

/**
 * What rules judge. A rule declares which of these it needs and is handed those alone. What several rules derive from
 * them stands in `derived/`, computed once per page.
 */
export interface Facts {
  readonly request: RequestFacts
  readonly http: HttpFacts
  /** The page as browsers parse it: scripting on, `noscript` is text. */
  readonly document: PageDocument
  /** The same text as those read it who run no scripts: `noscript` is markup. */
  readonly scriptless: PageDocument
  readonly robots: RobotsInput
  readonly sitemaps: SitemapsInput
  readonly probes: Probes
  /** Pages that were fetched and read (canonical's target, hreflang alternates), by their URL as referred to, without fragment. */
  readonly targets: ReadonlyMap<string, TargetPage>
  readonly llmsTxt: TextFile
  /** The page's metadata as `GET /metadata` tells it, all groups. */
  readonly metadata: MetadataResult
  readonly structured: StructuredDataInput
}

export interface RequestFacts {
  /** In the caller's spelling. */
  readonly url: string
  readonly device: 'mobile' | 'desktop'
  /** When the page was fetched, in milliseconds since the epoch: the only clock there is. */
  readonly at: number
}

export interface HttpFacts {
  /** After redirects, fragment kept. */
  readonly finalUrl: URL
  readonly status: number
  /** A header's values in the order they came; none for one that was not sent. `name` in lower case. */
  header(name: string): readonly string[]
  readonly redirects: readonly Redirect[]
  /** Decompressed bytes of the body. */
  readonly bodyBytes: number
  /** The character encoding the page was decoded by (WHATWG name), and what told it. */
  readonly charset: string
  readonly charsetSource: string
  /** `1.1` or `2`; null when unknown. */
  readonly version: string | null
  /** Milliseconds to the first byte of the final URL alone: connecting included, redirects and robots.txt not; null when unknown. */
  readonly ttfbMs: number | null
}

/** What single URLs answered. */
export interface Probes {
  /** Of an absolute URL, any fragment ignored; undefined when it was not asked: a rule then cannot decide about it. */
  of(url: string): ProbeAnswer | undefined
}
