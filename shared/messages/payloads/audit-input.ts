import type { PageFetched } from '#shared/messages/events/page-fetched.ts'
import type { StructuredDataInput } from '#shared/messages/payloads/structured-data.ts'
import type { MetadataResult } from '#shared/operations/results/metadata-result.ts'
import type { FetchedFile, ProbeAnswer, SitemapScan } from '#shared/ports/lookups.ts'

/**
 * The input of one audit: what extract gathers about a page and its site, and score evaluates. Plain data that can be
 * sent; it contains no judgement.
 */
export interface AuditInput {
  /** The page as it was fetched, its body included. */
  readonly page: PageFetched
  readonly robots: RobotsInput
  readonly sitemaps: SitemapsInput
  /**
   * Responses of single URLs, one each, by absolute URL without fragment (`ProbeAnswer.url`): canonical, links, images,
   * style sheets and scripts of the site, icons, og:image, the http: variant of the page. URLs that are absent were not
   * requested; `unasked` says why.
   */
  readonly probes: readonly ProbeAnswer[]
  /** Other pages that were fetched and parsed: the target of the canonical, hreflang alternates. */
  readonly targets: readonly TargetPage[]
  /** `/llms.txt` of the site. */
  readonly llmsTxt: TextFile
  /** The metadata of the page: all groups, with the largest limits. */
  readonly metadata: MetadataResult
  readonly structured: StructuredDataInput
  readonly unasked: readonly SkippedLookup[]
  /** For a report on the site: see `encodePageFacts`. Absent unless wanted, and in what earlier versions wrote. */
  readonly siteFacts?: string
  /** Milliseconds of the look-ups, by kind. */
  readonly timings: Readonly<Record<string, number>>
}

type FileAnswer = 'url' | 'finalUrl' | 'status' | 'error' | 'contentType' | 'redirects'

/** A small text file that was fetched with redirects followed. */
export interface TextFile extends Pick<FetchedFile, FileAnswer | 'isCut'> {
  /** Decompressed bytes that were read (at most 1 MiB unless configured otherwise). */
  readonly bytes: number
  /** UTF-8, truncated at the limit of its kind; '' without a 2xx response. */
  readonly text: string
}

/** robots.txt of the final origin of the page. RFC 9309, section 2.3: 4xx = absent; 5xx, 429 or no response = unreachable. */
export interface RobotsInput extends TextFile {
  readonly state: 'found' | 'absent' | 'unreachable'
}

export interface SitemapsInput {
  /** Requested files, sitemap indexes and their children, in order. */
  readonly files: readonly SitemapFile[]
  /** Entries whose URL is the page or a variant of it (scheme, www, case, trailing slash, query). */
  readonly matches: readonly SitemapEntry[]
  /** False when files or entries were skipped or unreadable: a page that was not found may still be listed. */
  readonly isComplete: boolean
}

/** The scan of one sitemap, without its children and matches. */
export interface SitemapFile extends Omit<SitemapScan, 'children' | 'matches'> {
  /** Where its URL was found. */
  readonly from: 'robots' | 'default' | 'index'
}

export interface SitemapEntry {
  readonly sitemap: string
  readonly loc: string
  readonly lastmod: string | null
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[]
}

/** A page to which the audited page refers. Its URL is the reference as an absolute URL without fragment. */
export interface TargetPage extends Pick<FetchedFile, FileAnswer | 'robotsHeaders'> {
  /** Whether robots.txt allows Googlebot; null = unknown. */
  readonly robotsAllowed: boolean | null
  /** The first absolute canonical, of the head or the Link header. */
  readonly canonical: string | null
  /** Contents of the `robots` and `googlebot` metas. */
  readonly robotsMetas: readonly { readonly name: string; readonly content: string }[]
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[]
}

/** Look-ups that a rule could use and that were skipped. */
export interface SkippedLookup {
  readonly what:
    | 'links'
    | 'images'
    | 'resources'
    | 'sitemaps'
    | 'alternates'
    | 'canonical'
    | 'icons'
    | 'other'
  readonly reason: 'limit' | 'time' | 'unavailable'
  readonly count: number
}
