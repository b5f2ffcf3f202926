import type { Redirect } from '#shared/messages/events/page-fetched.ts'
import type {
  RobotsInput,
  SitemapsInput,
  TargetPage,
  TextFile,
} from '#shared/messages/payloads/audit-input.ts'
import type { StructuredDataInput } from '#shared/messages/payloads/structured-data.ts'
import type { MetadataResult } from '#shared/operations/results/metadata-result.ts'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import type { PageDocument } from '../document/page-document.ts'

/**
 * The facts of one audit. A rule declares the facts it needs and receives no others. Derivations that several
 * rules use are in `derived/` and are computed once per page.
 */
export interface Facts {
  readonly request: RequestFacts
  readonly http: HttpFacts
  /** The page as browsers parse it: scripting on, the content of `noscript` is text. */
  readonly document: PageDocument
  /** The page as readers without scripts parse it: the content of `noscript` is markup. */
  readonly scriptless: PageDocument
  readonly robots: RobotsInput
  readonly sitemaps: SitemapsInput
  readonly probes: Probes
  /**
   * Pages that were fetched and parsed (the canonical, hreflang alternates), by the URL that the page names,
   * without fragment.
   */
  readonly targets: ReadonlyMap<string, TargetPage>
  readonly llmsTxt: TextFile
  /** The page's metadata, all groups of `GET /metadata`. */
  readonly metadata: MetadataResult
  readonly structured: StructuredDataInput
}

export interface RequestFacts {
  /** The URL as the caller wrote it. */
  readonly url: string
  readonly device: 'mobile' | 'desktop'
  /** When the page was fetched, in milliseconds since the epoch. Rules use no other clock. */
  readonly at: number
}

export interface HttpFacts {
  /** After redirects, with fragment. */
  readonly finalUrl: URL
  readonly status: number
  /** The values of a header in order; empty when it was not sent. `name` in lower case. */
  header(name: string): readonly string[]
  readonly redirects: readonly Redirect[]
  /** Decompressed bytes of the body. */
  readonly bodyBytes: number
  /** The character encoding that decoded the page (WHATWG name), and its source. */
  readonly charset: string
  readonly charsetSource: string
  /** `1.1` or `2`; null when unknown. */
  readonly version: string | null
  /**
   * Milliseconds to the first byte of the final URL, connecting included, redirects and robots.txt excluded; null
   * when unknown.
   */
  readonly ttfbMs: number | null
}

/** Answers of single URLs. */
export interface Probes {
  /**
   * Answer of an absolute URL, its fragment ignored; undefined when it was not probed: the rule is then undecided.
   */
  of(url: string): ProbeAnswer | undefined
}
