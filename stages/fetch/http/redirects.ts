import { abortable } from '#shared/async/timeout.ts'
import type { Egress } from '#shared/egress/egress.ts'
import type { Redirect } from '#shared/messages/events/page-fetched.ts'
import { URL_LIMIT } from '#shared/operations/fields.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import type { Exchange, HttpResponse, RetryState } from './connection/exchange.ts'
import { type CookieJar, makeCookieJar } from './cookies.ts'
import type { HeaderFields } from './message/header-fields.ts'
import { InvalidResponse, refused, unreachable } from './message/target-failures.ts'

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
  return { url: requestUrl(url), redirects: [], jar: makeCookieJar(), wasRetried: false, elapsedMs: 0 }
}

/**
 * A fragment belongs to its caller: it is never sent, and URLs that other callers see must not contain it,
 * although redirects inherit it (RFC 9110, section 10.2.2). Text without a fragment, and text that is not a
 * URL, is returned unchanged.
 */
function requestUrl(address: string): string {
  const url = address.includes('#') ? URL.parse(address) : null
  return url === null ? address : withoutFragment(url.href)
}

/** The final response of a redirect chain, and how it was reached. */
export interface FinalResponse {
  readonly url: URL
  readonly response: HttpResponse
  readonly redirects: readonly Redirect[]
  readonly setCookies: readonly string[]
  /** Milliseconds from sending the last request to its headers. */
  readonly finalTtfbMs: number
}

/**
 * Resolves if the URL may be requested, rejects with the reason otherwise. After the signal has aborted, the
 * result is ignored.
 */
export type BeforeRequest = (url: string, signal: AbortSignal) => Promise<void>

/** The part of a page request that concerns redirects. */
export interface RedirectRequest {
  /** As the caller wrote it. Errors repeat it unchanged. */
  readonly url: string
  /**
   * After `maxRedirects` redirects the next one is a failure, or it is returned as the final response.
   * Default: fail.
   */
  readonly redirectOverflow?: 'fail' | 'return' | undefined
  /**
   * Called before each request of the redirect chain, first with the URL as the caller wrote it, within the
   * same `timeoutMs`. Its rejection ends the chain, and no request is sent to that URL.
   */
  readonly beforeRequest?: BeforeRequest | undefined
}

export interface RedirectOptions extends RedirectRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly maxRedirects: number
  readonly signal: AbortSignal
  /** Where the chain continues. Records each step. */
  readonly redirectState: RedirectState
}

export interface RedirectPorts {
  readonly egress: Egress
  readonly exchange: Exchange
}

/**
 * Follows redirects (Fetch Standard, "HTTP-redirect fetch"; always GET, no Referer) to the first response
 * that is not a redirect. With `redirectOverflow: 'return'` the redirect after the last allowed one is the
 * final response. Every URL passes the egress policy and `beforeRequest` before it is requested. Cookies live
 * as long as `redirectState`.
 */
export async function followRedirects(
  { egress, exchange }: RedirectPorts,
  options: RedirectOptions,
): Promise<FinalResponse> {
  const { headers, maxRedirects, signal, redirectState } = options
  const { jar, redirects } = redirectState
  let url = await admitUrl(egress, redirectState.url, options)
  for (;;) {
    const cookie = jar.header(url)
    const response = await exchange({
      url,
      method: 'GET',
      headers: cookie === null ? headers : { ...headers, cookie },
      signal,
    })
    jar.store(url, response.headers['set-cookie'] ?? [])
    const target = redirectTarget(response.status, response.headers, url)
    const isLast = redirects.length === maxRedirects && options.redirectOverflow === 'return'
    if (target === null || isLast)
      return {
        url,
        response,
        redirects,
        setCookies: jar.seen,
        finalTtfbMs: performance.now() - response.sentAt,
      }
    await response.discard()
    redirectState.elapsedMs += performance.now() - response.sentAt
    if (target === 'unusable')
      throw new InvalidResponse('Location is not one URL of a length that is followed')
    if (redirects.length === maxRedirects) throw unreachable(options.url, 'too_many_redirects')
    redirects.push({ url: url.href, status: response.status, location: target.href })
    redirectState.url = target.href
    url = await admitUrl(egress, target.href, options)
  }
}

/**
 * Returns the URL as the egress policy parsed it, once it may be requested. Throws `INVALID_URL` and
 * `URL_UNREACHABLE` with the URL of the caller, and rejects as `beforeRequest` does.
 */
export async function admitUrl(
  egress: Egress,
  target: string,
  options: Pick<RedirectOptions, 'url' | 'signal' | 'beforeRequest'>,
): Promise<URL> {
  const url = await checkUrl(egress, target, options)
  if (options.beforeRequest) await abortable(options.signal, options.beforeRequest(target, options.signal))
  return url
}

async function checkUrl(
  egress: Egress,
  target: string,
  { url, signal }: Pick<RedirectOptions, 'url' | 'signal'>,
): Promise<URL> {
  const decision = await abortable(signal, egress.check(target))
  if (decision.kind === 'allowed') return decision.url
  if (decision.kind === 'unresolvable') throw unreachable(url, 'dns_failure')
  const { reason, message } = decision
  const isOwn = target === requestUrl(url) || target === url
  throw refused(url, reason, isOwn ? message : `url redirects to a target that is not allowed (${reason})`)
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Percent-encodes bytes outside ASCII as they are, whatever the charset, as browsers do. */
function escapeOctets(text: string): string {
  return text.replace(/[\u0080-\u00ff]/g, (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`)
}

/**
 * Returns the target of a redirect (Fetch Standard, "location URL" and "HTTP-redirect fetch"): absolute, with
 * the fragment of `from` when it has none of its own. Null when the response is not a redirect or has no
 * Location. `unusable` when Location cannot be parsed, has several different values, or is longer than any
 * URL that is inspected: all URLs of a chain are reported, and each link of the page is resolved against the
 * last one.
 */
export function redirectTarget(status: number, headers: HeaderFields, from: URL): URL | 'unusable' | null {
  const given = redirectStatuses.has(status) ? (headers.location ?? []) : []
  const [location, ...others] = new Set(given.filter((value) => value.trim() !== ''))
  if (location === undefined) return null
  const target = others.length > 0 ? null : URL.parse(escapeOctets(location), from.href)
  if (target === null) return 'unusable'
  if (target.hash === '' && !target.href.endsWith('#')) target.hash = from.hash
  return target.href.length > URL_LIMIT ? 'unusable' : target
}
