/** RFC 3986, 2.3. */
const unreserved = /[A-Za-z0-9._~-]/

/** Escapes, and octets that no URL may contain as they are: all but unreserved and reserved ones (RFC 3986, 2.2). */
const normalizable = /%[0-9A-Fa-f]{2}|[^A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]/g

/**
 * One spelling for paths that mean the same (RFC 9309, 2.2.2): escapes of unreserved characters are undone, other escapes
 * are in upper case, octets that need one are escaped. `text` holds one octet a character; `*` and `$` stay.
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

/** In a path `*` and `$` are literal; a rule names them as %2A and %24 (RFC 9309, 2.2.3). */
export function normalizePath(path: string): string {
  return normalizeOctets(path).replaceAll('*', '%2A').replaceAll('$', '%24')
}
