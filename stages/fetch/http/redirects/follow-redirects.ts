import type { Egress } from '#shared/egress/egress.ts'
import type { RefusalReason } from '#shared/egress/policy/target-decision.ts'
import { orAborted } from '../connection/deadline.ts'
import type { Exchange, HttpResponse } from '../connection/exchange.ts'
import { InvalidResponse, refused, unreachable } from '../message/target-failures.ts'
import type { BeforeRequest, PageRequest, Redirect } from '../page-request.ts'
import { type RedirectState, withoutFragment } from './redirect-state.ts'
import { redirectTarget } from './redirect-target.ts'

/** The way to a page: what its last answer is and how it was reached. */
export interface FinalResponse {
  readonly url: URL
  readonly response: HttpResponse
  readonly redirects: readonly Redirect[]
  readonly setCookies: readonly string[]
  /** Milliseconds from asking the last URL to its headers. */
  readonly finalTtfbMs: number
}

export interface RedirectOptions {
  /** As the caller spells it. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly maxRedirects: number
  readonly redirectOverflow: PageRequest['redirectOverflow']
  readonly signal: AbortSignal
  readonly beforeRequest: BeforeRequest | undefined
  /** From where it goes on; notes each step. */
  readonly redirectState: RedirectState
}

export interface RedirectPorts {
  readonly egress: Egress
  readonly exchange: Exchange
}

/**
 * Follows redirects (Fetch Standard, "HTTP-redirect fetch"; GET all along, no Referer) to the first answer that is none,
 * or that is one too many where that is an answer.
 * Every hop is judged and entered before it is asked. Cookies live as long as the trail.
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
 * The URL as the policy read it, once it may be asked. Throws `INVALID_URL` and `URL_UNREACHABLE` in the caller's terms,
 * and what `enter` rejects with.
 */
export async function admitUrl(
  egress: Egress,
  target: string,
  options: Pick<RedirectOptions, 'url' | 'signal' | 'beforeRequest'>,
): Promise<URL> {
  const url = await checkUrl(egress, target, options)
  if (options.beforeRequest) await orAborted(options.beforeRequest(target, options.signal), options.signal)
  return url
}

async function checkUrl(
  egress: Egress,
  target: string,
  { url, signal }: Pick<RedirectOptions, 'url' | 'signal'>,
): Promise<URL> {
  const decision = await orAborted(egress.check(target), signal)
  if (decision.kind === 'allowed') return decision.url
  if (decision.kind === 'unresolvable') throw unreachable(url, 'dns_failure')
  throw refused(
    url,
    decision.reason,
    target === withoutFragment(url) || target === url ? decision.message : redirectRefused(decision.reason),
  )
}

function redirectRefused(reason: RefusalReason): string {
  return `url redirects to a target that is not allowed (${reason})`
}
