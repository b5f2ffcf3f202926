import { addressOf } from '../web/address-of.ts'
import { parseLinkHeader } from '../web/html/link-header.ts'
import { type UrlResolver, urlResolver } from '../web/html/url-resolver.ts'
import { readAddress } from './read-address.ts'

/** A language version that a page or a sitemap names. */
export interface DeclaredAlternate {
  /** Language code as written, trimmed. */
  readonly code: string
  /** Language code as written. */
  readonly spelling: string
  /** URL as written, trimmed. */
  readonly written: string
  /** Absolute http(s) URL; null for another, for '', for one that cannot be parsed and for one longer than any that is inspected. */
  readonly url: URL | null
  /** The URL in one spelling: see `addressOf`; null without a URL. */
  readonly address: string | null
}

/** No language tag is longer (RFC 5646, section 4.4.1: 35 characters suffice); the rest is left out. */
const MAX_CODE_CHARS = 200

/**
 * Reads the `hreflang` and `href` of a language version; `resolve` is that of the page or the sitemap. What is longer than
 * `URL_LIMIT` is no URL: it is cut to that.
 */
export function readAlternate(hreflang: string, href: string, resolve: UrlResolver): DeclaredAlternate {
  const spelling = hreflang.slice(0, MAX_CODE_CHARS).toWellFormed()
  const { written, absolute } = readAddress(href, resolve)
  const isWeb = absolute !== null && /^https?:/.test(absolute)
  const url = isWeb ? new URL(absolute) : null
  return { code: spelling.trim(), spelling, written, url, address: url && addressOf(url) }
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
