import { getPublicSuffix } from 'tldts'

/** A cookie as stored (RFC 6265, 5.3). */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly hostOnly: boolean
  readonly path: string
  readonly secure: boolean
  /** Milliseconds since the epoch; infinite for a session cookie. */
  readonly expires: number
}

/** RFC 6265bis, 5.6: longer ones are ignored. */
const maxCookieLength = 4096
const controls = /[\u0000-\u0008\u000a-\u001f\u007f]/

/**
 * Reads one Set-Cookie value that came from `url`; null for what a browser would not store: a foreign domain or a
 * public suffix (RFC 6265, 5.3), Secure over http, a broken `__Host-` or `__Secure-` promise (RFC 6265bis, 4.1.3).
 */
export function parseCookie(text: string, url: URL, now: number): Cookie | null {
  if (text.length > maxCookieLength || controls.test(text)) return null
  const [pair = '', ...rest] = text.split(';')
  const [name, value] = splitPair(pair)
  const attributes = new Map(rest.map(splitPair).map(([key, given]) => [key.toLowerCase(), given]))
  const scope = scopeOf(attributes.get('domain') ?? '', url.hostname)
  if (scope === null || name === '') return null
  const path = attributes.get('path') ?? ''
  const cookie: Cookie = {
    name,
    value,
    ...scope,
    path: path.startsWith('/') ? path : defaultPath(url.pathname),
    secure: attributes.has('secure'),
    expires: expiryOf(attributes, now),
  }
  return keepsPromises(cookie, url) ? cookie : null
}

/** `a=b=c` is a and b=c; what has no `=` is a name alone. */
function splitPair(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** RFC 6265, 5.3, steps 4 to 6. A host may name itself even when it is a public suffix, for itself alone. */
function scopeOf(attribute: string, host: string): Pick<Cookie, 'domain' | 'hostOnly'> | null {
  const domain = attribute.replace(/^\./, '').toLowerCase()
  if (domain === '' || domain === host) return { domain: host, hostOnly: domain === '' || isSuffix(host) }
  return isSubdomain(host, domain) && !isSuffix(domain) ? { domain, hostOnly: false } : null
}

function isSuffix(name: string): boolean {
  return getPublicSuffix(name, { allowPrivateDomains: true }) === name
}

/** RFC 6265, 5.1.3; an IP address matches itself alone. */
export function isSubdomain(host: string, domain: string): boolean {
  return host.endsWith(`.${domain}`) && !/^[\d.]+$|:/.test(host)
}

/** RFC 6265, 5.1.4. */
function defaultPath(pathname: string): string {
  return pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')))
}

/** RFC 6265, 5.3, step 3: Max-Age before Expires. */
function expiryOf(attributes: ReadonlyMap<string, string>, now: number): number {
  const maxAge = attributes.get('max-age') ?? ''
  if (/^-?\d+$/.test(maxAge)) return now + Number(maxAge) * 1000
  const expires = Date.parse(attributes.get('expires') ?? '')
  return Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires
}

function keepsPromises({ name, secure, hostOnly, path }: Cookie, url: URL): boolean {
  if (secure && url.protocol !== 'https:') return false
  if (/^__secure-/i.test(name)) return secure
  return !/^__host-/i.test(name) || (secure && hostOnly && path === '/')
}
