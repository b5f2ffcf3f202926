import '@exodus/bytes/encoding.js'
import { percentEncodeAfterEncoding } from '@exodus/bytes/whatwg.js'

/** Absolute URLs with a special scheme: the base does not matter (URL Standard, 4.4, scheme state). */
const complete = /^https?:\/\//i
const otherScheme = /^[\0- ]*(?!https?:)[a-z][a-z0-9+.-]*:/i
/** Schemes and hosts that the URL parser returns unchanged: lower case, no IPv4 address, nothing in Punycode to check. */
const origin = String.raw`https?:\/\/(?:(?!xn--)[a-z\d-]+\.)+[a-z]+`
/** Paths that it returns unchanged: no dot segments, nothing to percent-encode, no fragment. */
const path = String.raw`(?:\/[\w!$&()*+,;=:@~-][\w!$&()*+,;=:@~.-]*)+\/?(?:\?[\w!$&()*+,;=:@~.%/?-]*)?`
const plainOrigin = new RegExp(`^${origin}(?=/)`)
const settled = new RegExp(`^(?:${origin})?${path}$`)

/** Parses a URL as the page has it, relative to `base`; null when it cannot be parsed. */
export function parseUrl(written: string, base: string): URL | null {
  return complete.test(written) ? URL.parse(written) : URL.parse(written, base)
}

/** Encodings whose output encoding is UTF-8 (Encoding Standard, 4.3). */
const unicode = /^(?:utf-8|utf-16.*|replacement)$/i
/** Special-query percent-encode set (URL Standard, 1.3). */
const specialQuerySet = ' "#\'<>'
const SPACE = 0x20
const beyondAscii = /[^\0-\x7f]/

/** Makes a URL of a page absolute; null for one that cannot be parsed. */
export type UrlResolver = (written: string) => string | null

/**
 * Returns a function that makes URLs absolute from one base, as the URL Standard does; null for a URL that cannot
 * be parsed. Non-ASCII characters of a query are encoded in the page's encoding, `charset` (URL Standard, query
 * state). Most URLs of a page are paths, or absolute and plain, and are resolved without parsing.
 */
export function urlResolver(base: string, charset: string): UrlResolver {
  const root = plainOrigin.exec(base)?.[0] ?? new URL('/', base).href.slice(0, -1)
  const queried = unicode.test(charset) ? (written: string) => written : queryEncoder(charset)
  return (written) => {
    if (settled.test(written)) return written.startsWith('/') ? root + written : written
    return parseUrl(queried(written), base)?.href ?? null
  }
}

/** Without the C0 controls and spaces at its end (URL Standard, 4.4, the first step of the parser). */
function withoutTrailingControls(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) <= SPACE) end -= 1
  return text.slice(0, end)
}

/** Encodes the queries of web URLs in an encoding other than UTF-8; everything else stays as written. */
function queryEncoder(charset: string): (written: string) => string {
  return (written) => {
    const [, before = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(.*)$/s.exec(written) ?? []
    if (!beyondAscii.test(query) || otherScheme.test(before)) return written
    // The URL parser removes these characters first.
    const readable = query.replace(/[\t\n\r]/g, '')
    const bare = fragment ? readable : withoutTrailingControls(readable)
    return before + percentEncodeAfterEncoding(charset, bare, specialQuerySet) + fragment
  }
}
