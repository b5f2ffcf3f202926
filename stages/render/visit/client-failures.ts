import { type RefusalReason, refused as refusal } from '#shared/egress/policy/target-decision.ts'
import { Failure } from '#shared/errors.ts'
import { DeadlineExceeded, type Tab, type TargetFailure } from '../tab/tab.ts'
import { blankNavigation, type MainDocument, type Navigation, type ShownDocument } from './main-document.ts'
import { classifyNetError, type UnreachableReason, unreachableReasons } from './net-errors.ts'

/** The caller's URL and limits, which failures name. */
export interface RequestContext {
  readonly url: string
  /** Milliseconds. */
  readonly timeout: number
  readonly maxBytes: number
}

type TimeLimit = Pick<RequestContext, 'url' | 'timeout'>

/** TIMEOUT: the page `outcome` within the caller's timeout. */
export function timedOut({ url, timeout }: TimeLimit, outcome = 'was not loaded', cause?: unknown): Failure {
  const details = { url, timeout_ms: timeout }
  return new Failure('TIMEOUT', `The page ${outcome} within ${timeout} ms`, { details, cause })
}

/** The error for the caller: TIMEOUT where the deadline of the job has passed, else the error itself. */
export function toClientFailure(
  error: unknown,
  request: TimeLimit,
  action: 'captured' | 'measured',
): unknown {
  return error instanceof DeadlineExceeded ? timedOut(request, `could not be ${action}`, error) : error
}

/** RESPONSE_TOO_LARGE: the page loads more bytes than the limit. */
export function tooLarge({ url, maxBytes }: Pick<RequestContext, 'url' | 'maxBytes'>): Failure {
  const details = { url, limit_bytes: maxBytes }
  return new Failure('RESPONSE_TOO_LARGE', `The page loads more than ${maxBytes} bytes`, { details })
}

/** INVALID_URL with the caller's URL, also where a redirect or the page itself led to the refused target. */
function refused({ url }: RequestContext, reason: RefusalReason): Failure {
  return new Failure('INVALID_URL', refusal(reason).message, { details: { url, reason } })
}

/** UNSUPPORTED_CONTENT: the browser does not show the response of the target. */
function navigationFailed({ url }: RequestContext, { contentType, status }: Navigation): Failure {
  const details = { url, content_type: contentType, status_code: status }
  return new Failure('UNSUPPORTED_CONTENT', 'The target is not a page that a browser can show', { details })
}

function unreachable(
  { url }: RequestContext,
  reason: UnreachableReason,
  status: number | null,
  cause?: unknown,
) {
  const details = { url, reason, status_code: status }
  return new Failure('URL_UNREACHABLE', unreachableReasons[reason], { details, cause })
}

/**
 * The failure of a navigation in the terms of infra/docs/clients.md#error-details. The proxy makes the connections, so its error has
 * priority; TLS and the protocols above it are known to the browser alone.
 */
export function navigationFailure(
  proxy: Tab['proxy'],
  request: RequestContext,
  navigation: Navigation,
): Error {
  const { urls, error, status, location } = navigation
  if (proxy.exceeded() === 'bytes') return tooLarge(request)
  const meaning = classifyNetError(error ?? '')
  const proxyFailure = proxy.failureOf(urls.at(-1) ?? request.url)
  if (proxyFailure !== null && meaning.kind === 'unreachable' && meaning.reason !== 'tls_error') {
    return fromProxyFailure(request, proxyFailure)
  }
  switch (meaning.kind) {
    case 'refused':
      return refused(request, meaning.reason)
    case 'unreachable':
      return unreachable(request, meaning.reason, statusOf(meaning.reason, status), error)
    case 'not_shown':
      return leavesWeb(urls, location)
        ? refused(request, 'scheme_not_allowed')
        : navigationFailed(request, navigation)
    case 'internal':
      return new Error(`The browser failed with ${error}`)
  }
}

function fromProxyFailure(request: RequestContext, proxyFailure: TargetFailure): Error {
  switch (proxyFailure.kind) {
    case 'refused':
      return refused(request, proxyFailure.reason)
    case 'unreachable':
      return unreachable(request, proxyFailure.reason, null, proxyFailure.cause)
    case 'limited':
      return proxyFailure.limit === 'bytes'
        ? tooLarge(request)
        : unreachable(request, 'too_many_requests', null)
    case 'internal':
      return new Error('The egress proxy failed', { cause: proxyFailure.cause })
  }
}

function statusOf(reason: UnreachableReason, status: number | null): number | null {
  return reason === 'empty_response' ? status : null
}

/** Whether a redirect led to a scheme other than http(s): the browser passes such URLs to other programs, or drops them. */
function leavesWeb(urls: readonly string[], location: string | null): boolean {
  const last = urls.at(-1) ?? ''
  return !isWeb(last) || (location !== null && !isWeb(URL.parse(location, last)?.href ?? ''))
}

/** Whether the scheme is http or https. */
export function isWeb(url: string): boolean {
  return /^https?:/i.test(url)
}

/** Why the shown document must not be captured or measured; null when it may be. */
export function rejectionReason(
  proxy: Tab['proxy'],
  document: Pick<MainDocument, 'shown' | 'navigation'>,
  request: RequestContext,
): Error | null {
  if (proxy.exceeded() === 'bytes') return tooLarge(request)
  const shown = document.shown()
  if (shown === null) return null
  const navigation = navigationOf(document, shown)
  if (shown.isErrorPage || navigation.error !== null) return navigationFailure(proxy, request, navigation)
  if (!isWeb(shown.url)) return refused(request, 'scheme_not_allowed')
  if (navigation.hasCredentials) return refused(request, 'credentials_not_allowed')
  // Full browsers show the empty frame of their PDF viewer.
  if (shown.mimeType === 'application/pdf') return navigationFailed(request, navigation)
  return null
}

/** The navigation that led to the shown document; a placeholder where the document was loaded without a request. */
export function navigationOf(document: Pick<MainDocument, 'navigation'>, shown: ShownDocument): Navigation {
  const { id, url, mimeType, hasCredentials } = shown
  const unrequested = { ...blankNavigation, id, urls: [url], hasCredentials, contentType: mimeType }
  return document.navigation(id) ?? unrequested
}
