import { parseLinkHeader } from '../web/html/link-header.ts'

/** One canonical that a page declares: a `link` element of its head, or a `Link` header (RFC 6596). */
export interface DeclaredCanonical {
  /** As written, trimmed; '' for a declaration that names no URL. */
  readonly written: string
  /** Absolute; as written where it cannot be parsed. */
  readonly href: string
  /** The http(s) URL that it names; null where it names none. */
  readonly url: URL | null
}

/** Why the canonicals of a page cannot be followed. */
export type CanonicalFault = 'unusable' | 'conflicting'

/**
 * Reads the `href` of a canonical `link` element, relative to the document's base. An empty one names no URL (HTML
 * Standard, 4.2.4: `href` is a valid non-empty URL): it is a declaration that cannot be used, not the page itself.
 */
export function readCanonical(href: string, base: string): DeclaredCanonical {
  const written = href.trim()
  const url = written === '' ? null : URL.parse(written, base)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return { written, href: url?.href ?? written, url: isWeb ? url : null }
}

/** The canonicals of the `Link` header lines of a response, in order. They are relative to its URL, not to a `base`. */
export function headerCanonicals(lines: readonly string[], finalUrl: string): DeclaredCanonical[] {
  return lines
    .flatMap(parseLinkHeader)
    .filter(({ rel }) => rel.includes('canonical'))
    .map(({ target }) => readCanonical(target, finalUrl))
}

/**
 * The different URLs that canonicals name, as `spell` writes a URL; other text as written. A declaration
 * without a URL names none.
 */
export function namedCanonicals(
  all: readonly Pick<DeclaredCanonical, 'written' | 'url'>[],
  spell: (url: URL) => string,
): ReadonlySet<string> {
  const named = all.filter(({ written }) => written !== '')
  return new Set(named.map(({ url, written }) => (url === null ? written : spell(url))))
}

/** What is wrong with the canonicals of a page, head and headers together; null with none, or with a clear one. */
export function faultOfCanonicals(
  all: readonly DeclaredCanonical[],
  spell: (url: URL) => string,
): CanonicalFault | null {
  if (namedCanonicals(all, spell).size > 1) return 'conflicting'
  return all.every(({ url }) => url !== null) ? null : 'unusable'
}
