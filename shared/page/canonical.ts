import { addressOf } from '../web/address-of.ts'
import { parseLinkHeader } from '../web/html/link-header.ts'
import { type UrlResolver, urlResolver } from '../web/html/url-resolver.ts'
import { readAddress } from './read-address.ts'

/** One canonical that a page declares: a `link` element of its head, or a `Link` header (RFC 6596). */
export interface DeclaredCanonical {
  /** As written, trimmed; '' for a declaration that names no URL. */
  readonly written: string
  /** Absolute; as written where it cannot be parsed. */
  readonly href: string
  /** The http(s) URL that it names; null where it names none, or one longer than any that is inspected. */
  readonly url: URL | null
  /** What it names, in one spelling: see `addressOf`; without a URL as written. */
  readonly address: string
}

/** Why the canonicals of a page cannot be followed. */
export type CanonicalFault = 'unusable' | 'conflicting'

/**
 * Reads the `href` of a canonical `link` element; `resolve` is that of the document. An empty one names no URL (HTML
 * Standard, 4.2.4: `href` is a valid non-empty URL): it is a declaration that cannot be used, not the page itself. Neither
 * can one that is longer than `URL_LIMIT`: it is cut to that.
 */
export function readCanonical(href: string, resolve: UrlResolver): DeclaredCanonical {
  const { written, absolute } = readAddress(href, resolve)
  if (absolute === null) return { written, href: written, url: null, address: written }
  const url = /^https?:/.test(absolute) ? new URL(absolute) : null
  return { written, href: absolute, url, address: url === null ? written : addressOf(url) }
}

/** The canonicals of the `Link` header lines of a response, in order. They are relative to its URL, not to a `base`. */
export function headerCanonicals(lines: readonly string[], finalUrl: string): DeclaredCanonical[] {
  const resolve = urlResolver(finalUrl, 'UTF-8')
  return lines
    .flatMap(parseLinkHeader)
    .filter(({ rel }) => rel.includes('canonical'))
    .map(({ target }) => readCanonical(target, resolve))
}

/** The canonical that answers report: the first that names something, usable or not; null where none does. */
export function reportedCanonical<Declared extends DeclaredCanonical>(
  all: readonly Declared[],
): Declared | null {
  return all.find(({ written }) => written !== '') ?? null
}

/** The different addresses that canonicals name; other text as written. A declaration without a URL names none. */
export function namedCanonicals(
  all: readonly Pick<DeclaredCanonical, 'written' | 'address'>[],
): ReadonlySet<string> {
  return new Set(all.filter(({ written }) => written !== '').map(({ address }) => address))
}

/** What is wrong with the canonicals of a page, head and headers together; null with none, or with a clear one. */
export function faultOfCanonicals(all: readonly DeclaredCanonical[]): CanonicalFault | null {
  if (namedCanonicals(all).size > 1) return 'conflicting'
  return all.every(({ url }) => url !== null) ? null : 'unusable'
}
