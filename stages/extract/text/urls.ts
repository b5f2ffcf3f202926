import '@exodus/bytes/encoding.js'
import { percentEncodeAfterEncoding } from '@exodus/bytes/whatwg.js'

/** Complete by themselves (URL Standard, 4.4, scheme state with a special scheme): the base means nothing to them. */
const complete = /^https?:\/\//i
const otherScheme = /^[\0- ]*(?!https?:)[a-z][a-z0-9+.-]*:/i
/** Paths that come out of the URL parser as they went in: no dot segments, nothing to percent-encode, no fragment. */
const settled = /^(?:\/[\w!$&()*+,;=:@~-][\w!$&()*+,;=:@~.-]*)+\/?(?:\?[\w!$&()*+,;=:@~.%/?-]*)?$/

/** An address as a page has it, seen from `base`; null when it cannot be parsed. */
export function parseUrl(written: string, base: string): URL | null {
  return complete.test(written) ? URL.parse(written) : URL.parse(written, base)
}

/** Encodings whose output encoding is UTF-8 (Encoding Standard, 4.3). */
const unicode = /^(?:utf-8|utf-16.*|replacement)$/i
/** URL Standard, 1.3. */
const specialQuerySet = ' "#\'<>'
const beyondAscii = /[^\0-\x7f]/

/**
 * Makes addresses absolute, as the URL Standard does, from one base; null for those that cannot be parsed. What is not ASCII in
 * a query is in the page's encoding, `charset` (its query state). Most addresses of a page lead into its own site and need no
 * parsing.
 */
export function urlResolver(base: string, charset: string): (written: string) => string | null {
  const root = new URL('/', base).href.slice(0, -1)
  const queried = unicode.test(charset) ? (written: string) => written : queryEncoder(charset)
  return (written) => {
    if (settled.test(written)) return root + written
    const isOwn = written.startsWith(root) && settled.test(written.slice(root.length))
    return isOwn ? written : (parseUrl(queried(written), base)?.href ?? null)
  }
}

/** Encodes the queries of addresses on the web in an encoding other than UTF-8; all else stays as it is written. */
function queryEncoder(charset: string): (written: string) => string {
  return (written) => {
    const [, before = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(.*)$/s.exec(written) ?? []
    if (!beyondAscii.test(query) || otherScheme.test(before)) return written
    // What the URL parser takes out before all else.
    const bare = query.replace(/[\t\n\r]/g, '').replace(/[\0- ]+$/, fragment ? '$&' : '')
    return before + percentEncodeAfterEncoding(charset, bare, specialQuerySet) + fragment
  }
}
