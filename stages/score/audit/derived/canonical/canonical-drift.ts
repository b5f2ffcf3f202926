import { addressOf } from '#shared/web/address-of.ts'
import { isPrivateHost } from '../page/page-address.ts'

/** How another URL of the same resource differs from the page's: in spelling only. */
export interface Drift {
  readonly scheme: boolean
  readonly www: boolean
  readonly slash: boolean
  readonly letterCase: boolean
}

/** Compares the URLs; null when they are equal, or differ in more than scheme, `www.`, a trailing slash and case. */
export function driftOf(page: URL, canonical: URL): Drift | null {
  if (addressOf(page) === addressOf(canonical) || folded(page) !== folded(canonical)) return null
  const [one, other] = [page, canonical].map((url) => withoutSlash(url.pathname) + url.search)
  return {
    scheme: page.protocol !== canonical.protocol,
    www: page.host !== canonical.host,
    slash: page.pathname.endsWith('/') !== canonical.pathname.endsWith('/'),
    letterCase: one !== other,
  }
}

function folded(url: URL): string {
  const { hostname, pathname, search } = new URL(addressOf(url))
  return `${hostname.replace(/^www\./, '')}${withoutSlash(pathname)}${search}`.toLowerCase()
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}

/** Whether a page of a test server, which is on a private host, names the same page of the real site. */
export function isOfRealSite(page: URL, canonical: URL): boolean {
  const isTestServer = isPrivateHost(page) && !isPrivateHost(canonical)
  return isTestServer && page.pathname === canonical.pathname && page.search === canonical.search
}
