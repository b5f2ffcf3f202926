import type { PageFetched, Redirect } from '#shared/messages/page-fetched.ts'
import type { StructuredDataInput } from '#shared/messages/payloads/structured-data.ts'
import type { MetadataResult } from '#shared/operations/metadata-result.ts'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'

/**
 * All that one audit knows of a page and its surroundings: what extract gathers and score judges. Plain data, safe to
 * send. Nothing in it is a verdict.
 */
export interface AuditInput {
  /** The page as it was fetched, its body included. */
  readonly page: PageFetched
  readonly robots: RobotsInput
  readonly sitemaps: SitemapsInput
  /**
   * What single URLs answered, once each, by absolute URL without fragment as it stands in `ProbeAnswer.url`: canonical, links, images, style sheets
   * and scripts of the site, icons, og:image, the http: variant of the page. Who is not among them was not asked; `unasked` says why.
   */
  readonly probes: readonly ProbeAnswer[]
  /** Pages that were fetched and read: the canonical's target, hreflang alternates. */
  readonly targets: readonly TargetPage[]
  /** `/llms.txt` of the site. */
  readonly llmsTxt: TextFile
  /** The page's metadata, all groups, nothing cut at less than the greatest limits. */
  readonly metadata: MetadataResult
  readonly structured: StructuredDataInput
  readonly unasked: readonly SkippedLookup[]
  /** Milliseconds that gathering took, by what was gathered. */
  readonly timings: Readonly<Record<string, number>>
}

/** A small text that was asked for with redirects followed. */
export interface TextFile {
  readonly url: string
  readonly finalUrl: string
  /** Null when it gave no answer. */
  readonly status: number | null
  readonly error: ProbeAnswer['error']
  readonly contentType: string | null
  readonly redirects: readonly Redirect[]
  /** Decompressed bytes, also of what was cut off as far as it was read (1 MiB unless configured otherwise). */
  readonly bytes: number
  /** UTF-8, cut at the limit of its kind; '' where there is no 2xx answer. */
  readonly text: string
  readonly isCut: boolean
}

/** robots.txt of the page's final origin; RFC 9309, 2.3: 4xx = absent, 5xx, 429 or no answer = unreachable. */
export interface RobotsInput extends TextFile {
  readonly state: 'found' | 'absent' | 'unreachable'
}

export interface SitemapsInput {
  /** Files that were asked, indexes and their children alike, in the order asked. */
  readonly files: readonly SitemapFile[]
  /** Entries whose address is the page or a variant of it (scheme, www, case, trailing slash, query aside). */
  readonly matches: readonly SitemapEntry[]
  /** False when files or entries were left out, or could not be read: what was not found may still be there. */
  readonly isComplete: boolean
}

export interface SitemapFile {
  readonly url: string
  /** How it was found. */
  readonly from: 'robots' | 'default' | 'index'
  readonly status: number | null
  readonly error: ProbeAnswer['error']
  /** `other`: neither a sitemap in XML nor a text of URLs. */
  readonly kind: 'urlset' | 'index' | 'text' | 'other'
  /** Why it is no well-formed sitemap; null when it is one. */
  readonly fault: { readonly message: string; readonly line: number } | null
  /** Decompressed bytes and entries, as far as it was read. */
  readonly bytes: number
  readonly entries: number
  /** Entries on another host than the sitemap's, and the first of them. */
  readonly foreign: { readonly count: number; readonly first: string | null }
  /** `lastmod` that is no W3C date and time, that lies in the future: how many, and the first. */
  readonly lastmodInvalid: { readonly count: number; readonly first: string | null }
  readonly lastmodFuture: { readonly count: number; readonly first: string | null }
  readonly isCut: boolean
}

export interface SitemapEntry {
  readonly sitemap: string
  readonly loc: string
  readonly lastmod: string | null
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[]
}

/** A page that the audited one refers to. */
export interface TargetPage {
  /** As referred to, absolute, without fragment. */
  readonly url: string
  readonly finalUrl: string
  /** Of the last answer; null when there was none. */
  readonly status: number | null
  readonly error: ProbeAnswer['error']
  readonly redirects: readonly Redirect[]
  readonly contentType: string | null
  /** Whether robots.txt lets Googlebot ask for it; null when unknown. */
  readonly robotsAllowed: boolean | null
  /** Absolute, of the head or the Link header; the first. */
  readonly canonical: string | null
  /** Contents of the metas `robots` and `googlebot`, and the X-Robots-Tag lines. */
  readonly robotsMetas: readonly { readonly name: string; readonly content: string }[]
  readonly robotsHeaders: readonly string[]
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[]
}

/** What was not asked though a rule could use it. */
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
