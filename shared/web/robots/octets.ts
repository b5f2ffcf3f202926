/** Unreserved characters (RFC 3986, section 2.3). */
const unreserved = /[A-Za-z0-9._~-]/

/**
 * Percent-encoded octets, and octets that must not appear unencoded in a URL: all but unreserved and reserved
 * characters (RFC 3986, section 2.2).
 */
const normalizable = /%[0-9A-Fa-f]{2}|[^A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]/g

/**
 * Normalises equivalent paths to one spelling (RFC 9309, section 2.2.2): decodes escapes of unreserved
 * characters, writes other escapes in upper case, and encodes octets that need it. `text` has one octet per
 * character. `*` and `$` are kept.
 */
export function normalizeOctets(text: string): string {
  return text.replace(normalizable, (octet) => {
    const code = octet.length === 3 ? Number.parseInt(octet.slice(1), 16) : octet.charCodeAt(0)
    const character = String.fromCharCode(code)
    return unreserved.test(character) ? character : escapeOctet(code)
  })
}

function escapeOctet(code: number): string {
  return `%${code.toString(16).toUpperCase().padStart(2, '0')}`
}

/**
 * Normalises the path of a URL. `*` and `$` are literal in a path; a rule writes them as %2A and %24 (RFC
 * 9309, section 2.2.3).
 */
export function normalizePath(path: string): string {
  return normalizeOctets(path).replaceAll('*', '%2A').replaceAll('$', '%24')
}
