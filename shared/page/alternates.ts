import { parseLinkHeader } from '../web/html/link-header.ts'
import { type UrlResolver, urlResolver } from '../web/html/url-resolver.ts'

/** A language version that a page or a sitemap names. */
export interface DeclaredAlternate {
  /** Language code as written, trimmed. */
  readonly code: string
  /** Language code as written. */
  readonly spelling: string
  /** URL as written, trimmed. */
  readonly written: string
  /** Absolute http(s) URL; null for another, for '' and for one that cannot be parsed. */
  readonly url: URL | null
}

/** Reads the `hreflang` and `href` of a language version; `resolve` is that of the page or the sitemap. */
export function readAlternate(hreflang: string, href: string, resolve: UrlResolver): DeclaredAlternate {
  const written = href.trim()
  const absolute = written === '' ? null : resolve(written)
  const isWeb = absolute !== null && /^https?:/.test(absolute)
  return { code: hreflang.trim(), spelling: hreflang, written, url: isWeb ? new URL(absolute) : null }
}

/** The language versions in the `Link` header lines of a response, in order. They are relative to its URL. */
export function headerAlternates(lines: readonly string[], finalUrl: string): DeclaredAlternate[] {
  const resolve = urlResolver(finalUrl, 'UTF-8')
  return lines
    .flatMap(parseLinkHeader)
    .flatMap(({ rel, hreflang, target }) =>
      rel.includes('alternate') && hreflang !== null ? readAlternate(hreflang, target, resolve) : [],
    )
}
