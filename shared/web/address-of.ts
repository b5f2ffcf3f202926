import { normalizeOctets } from './robots/pattern.ts'
import { withoutFragment } from './without-fragment.ts'

/**
 * One spelling for equal URLs: serialised by the URL Standard, without fragment, escapes in upper case and only
 * where needed (RFC 3986, section 6.2.2). Query order, slashes and the case of the path are significant.
 */
export function addressOf(url: URL): string {
  return equalityKey(withoutFragment(url.href))
}

/**
 * The same for a URL that the URL Standard has serialised, with its fragment. It is compared, never requested: a server may
 * know only the spelling that it writes itself.
 */
export function equalityKey(href: string): string {
  return href.includes('%') ? normalizeOctets(href) : href
}
