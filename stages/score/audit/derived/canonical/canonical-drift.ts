import { addressOf } from '../page/page-address.ts'

/** How another URL differs from the page's though it names the same resource: by spelling alone. */
export interface Drift {
  readonly scheme: boolean
  readonly www: boolean
  readonly slash: boolean
  readonly letterCase: boolean
}

/** Null where they differ in more than scheme, `www.`, a slash at the end and upper or lower case, or not at all. */
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
