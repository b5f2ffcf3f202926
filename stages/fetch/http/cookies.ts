import { getPublicSuffix } from 'tldts'

/**
 * The cookies of one redirect chain. Each chain has its own jar, so that no page sees the cookies of another.
 */
export interface CookieJar {
  store(url: URL, setCookies: readonly string[]): void
  /**
   * Returns the Cookie field for a request to `url` (RFC 6265, section 5.4). Null when there is no cookie to
   * send.
   */
  header(url: URL): string | null
  /** All Set-Cookie values received, in order. */
  readonly seen: readonly string[]
}

/** The jar stores no more cookies than this: servers reject longer Cookie fields. */
const maxCookies = 50

/** Makes an empty jar. `now` returns milliseconds since the epoch. */
export function makeCookieJar(now: () => number = Date.now): CookieJar {
  const cookies = new Map<string, Cookie>()
  const seen: string[] = []

  function storeOne(text: string, url: URL): void {
    seen.push(text)
    const cookie = parseCookie(text, url, now())
    if (cookie === null) return
    const key = `${cookie.domain} ${cookie.path} ${cookie.name}`
    if (cookie.expires <= now()) cookies.delete(key)
    else if (cookies.has(key) || cookies.size < maxCookies) cookies.set(key, cookie)
  }

  return {
    seen,
    store(url, setCookies) {
      for (const text of setCookies) storeOne(text, url)
    },
    header(url) {
      const fitting = [...cookies.values()].filter((cookie) => fits(cookie, url) && cookie.expires > now())
      fitting.sort((a, b) => b.path.length - a.path.length)
      return fitting.map(({ name, value }) => `${name}=${value}`).join('; ') || null
    },
  }
}

function fits(cookie: Cookie, url: URL): boolean {
  const isHost =
    url.hostname === cookie.domain || (!cookie.hostOnly && isSubdomain(url.hostname, cookie.domain))
  return isHost && fitsPath(cookie.path, url.pathname) && (!cookie.secure || url.protocol === 'https:')
}

/** RFC 6265, section 5.1.4. */
function fitsPath(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
}

/** A stored cookie (RFC 6265, section 5.3). */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly hostOnly: boolean
  readonly path: string
  readonly secure: boolean
  /** Milliseconds since the epoch. Infinity for a session cookie. */
  readonly expires: number
}

/** RFC 6265bis, section 5.6: longer cookies are ignored. */
const maxCookieLength = 4096
const controls = /[\u0000-\u0008\u000a-\u001f\u007f]/

/**
 * Parses one Set-Cookie value received from `url`. Returns null for a cookie that a browser would not store:
 * for another domain or a public suffix (RFC 6265, section 5.3), Secure over http, or without the attributes
 * that `__Host-` or `__Secure-` require (RFC 6265bis, section 4.1.3).
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

/** `a=b=c` has the name a and the value b=c. Text without `=` is a name with an empty value. */
function splitPair(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** RFC 6265, section 5.3, steps 4 to 6. A host that is a public suffix may set a cookie for itself only. */
function scopeOf(attribute: string, host: string): Pick<Cookie, 'domain' | 'hostOnly'> | null {
  const domain = attribute.replace(/^\./, '').toLowerCase()
  if (domain === '' || domain === host) return { domain: host, hostOnly: domain === '' || isSuffix(host) }
  return isSubdomain(host, domain) && !isSuffix(domain) ? { domain, hostOnly: false } : null
}

function isSuffix(name: string): boolean {
  return getPublicSuffix(name, { allowPrivateDomains: true }) === name
}

/** RFC 6265, section 5.1.3. An IP address matches only itself. */
export function isSubdomain(host: string, domain: string): boolean {
  return host.endsWith(`.${domain}`) && !/^[\d.]+$|:/.test(host)
}

/** RFC 6265, section 5.1.4. */
function defaultPath(pathname: string): string {
  return pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')))
}

/** RFC 6265, section 5.3, step 3: Max-Age takes precedence over Expires. */
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
