import type { Redirect } from '#shared/messages/events/page-fetched.ts'
import type { RetryState } from '../connection/exchange.ts'
import { type CookieJar, makeCookieJar } from '../cookies/cookie-jar.ts'

/**
 * The progress of a redirect chain. A request that is interrupted before its final response continues from
 * here.
 */
export interface RedirectState extends RetryState {
  /** The URL of the next request. */
  url: string
  readonly redirects: Redirect[]
  readonly jar: CookieJar
  /** Milliseconds of the request's timeout used by earlier responses. Waiting for permits does not count. */
  elapsedMs: number
}

/** Starts a redirect chain at `url`, without its fragment. */
export function makeRedirectState(url: string): RedirectState {
  return { url: withoutFragment(url), redirects: [], jar: makeCookieJar(), wasRetried: false, elapsedMs: 0 }
}

/**
 * Removes the fragment. A fragment belongs to its caller: it is never sent, and URLs that other callers see
 * must not contain it, although redirects inherit it (RFC 9110, section 10.2.2). Text that is not a URL is
 * returned unchanged.
 */
export function withoutFragment(address: string): string {
  const url = URL.parse(address)
  if (url === null || !address.includes('#')) return address
  url.hash = ''
  return url.href
}
