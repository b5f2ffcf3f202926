import { type Cookie, isSubdomain, parseCookie } from './cookie.ts'

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
