import { normalizeOctets } from './robots/pattern.ts'
import { withoutFragment } from './without-fragment.ts'

/**
 * One spelling for equal URLs: serialised by the URL Standard, without fragment, escapes in upper case and only
 * where needed (RFC 3986, section 6.2.2). Query order, slashes and the case of the path are significant.
 */
export function addressOf(url: URL): string {
  const href = withoutFragment(url.href)
  return href.includes('%') ? normalizeOctets(href) : href
}
