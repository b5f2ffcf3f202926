import type { Redirect } from '#shared/messages/page-fetched.ts'
import { type CookieJar, makeCookieJar } from './cookie-jar.ts'

/** How far the way to a page has been gone: a request that is interrupted before its answer can go on from there. */
export interface Trail {
  /** To be asked next. */
  url: string
  readonly redirects: Redirect[]
  readonly jar: CookieJar
  /** It was sent once more after its connection was closed under it. */
  isResent: boolean
  /** Milliseconds of the request's time that its answers so far took; waiting to ask again takes none of it. */
  spentMs: number
}

/** Begins a trail at `url`, less its fragment. */
export function makeTrail(url: string): Trail {
  return { url: withoutFragment(url), redirects: [], jar: makeCookieJar(), isResent: false, spentMs: 0 }
}

/**
 * A fragment is its caller's alone: it is never sent, and addresses that are told to other callers, too, must not have it from
 * here, though redirects inherit it (RFC 9110, section 10.2.2). What is no URL stays as it is.
 */
export function withoutFragment(address: string): string {
  const url = URL.parse(address)
  if (url === null || !address.includes('#')) return address
  url.hash = ''
  return url.href
}
