import { parseLinkHeader } from '../web/html/link-header.ts'

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

/** Reads the `hreflang` and `href` of a language version, relative to `base`. */
export function readAlternate(hreflang: string, href: string, base: string): DeclaredAlternate {
  const written = href.trim()
  const url = written === '' ? null : URL.parse(written, base)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return { code: hreflang.trim(), spelling: hreflang, written, url: isWeb ? url : null }
}

/** The language versions in the `Link` header lines of a response, in order. They are relative to its URL. */
export function headerAlternates(lines: readonly string[], finalUrl: string): DeclaredAlternate[] {
  return lines
    .flatMap(parseLinkHeader)
    .flatMap(({ rel, hreflang, target }) =>
      rel.includes('alternate') && hreflang !== null ? readAlternate(hreflang, target, finalUrl) : [],
    )
}
