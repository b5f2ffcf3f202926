import type { Redirect } from '#shared/messages/page-fetched.ts'
import { type CookieJar, makeCookieJar } from '../cookies/cookie-jar.ts'

/** How far the way to a page has been gone: a request that is interrupted before its answer can go on from there. */
export interface RedirectState {
  /** To be asked next. */
  url: string
  readonly redirects: Redirect[]
  readonly jar: CookieJar
  /** It was sent once more after its connection was closed under it. */
  wasRetried: boolean
  /** Milliseconds of the request's time that its answers so far took; waiting to ask again takes none of it. */
  elapsedMs: number
}

/** Begins a trail at `url`, less its fragment. */
export function makeRedirectState(url: string): RedirectState {
  return { url: withoutFragment(url), redirects: [], jar: makeCookieJar(), wasRetried: false, elapsedMs: 0 }
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
