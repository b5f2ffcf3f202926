import { refused as refusal } from '#shared/egress/policy/refusals.ts'
import type { RefusalReason } from '#shared/egress/policy/target-decision.ts'
import { Failure } from '#shared/errors.ts'
import type { TargetFailure } from '../proxy/failures.ts'
import { DeadlinePassed, type Tab } from '../tab.ts'
import type { Navigation } from './main-document.ts'
import { meaningOf, type UnreachableReason, unreachableReasons } from './net-errors.ts'

/** What an answer may be about: the caller's URL and bounds. */
export interface Asked {
  readonly url: string
  /** Milliseconds. */
  readonly timeout: number
  readonly maxBytes: number
}

type InTime = Pick<Asked, 'url' | 'timeout'>

export function timedOut({ url, timeout }: InTime, what = 'was not loaded', cause?: unknown): Failure {
  const details = { url, timeout_ms: timeout }
  return new Failure('TIMEOUT', `The page ${what} within ${timeout} ms`, { details, cause })
}

/** What the caller hears of a job that failed: where its deadline ended it, that the page could not be `done` in time. */
export function heardOf(error: unknown, asked: InTime, done: 'captured' | 'measured'): unknown {
  return error instanceof DeadlinePassed ? timedOut(asked, `could not be ${done}`, error) : error
}

export function tooLarge({ url, maxBytes }: Pick<Asked, 'url' | 'maxBytes'>): Failure {
  const details = { url, limit_bytes: maxBytes }
  return new Failure('RESPONSE_TOO_LARGE', `The page loads more than ${maxBytes} bytes`, { details })
}

/** `url` is the caller's, also where a redirect or the page itself led to the refused target. */
export function refused({ url }: Asked, reason: RefusalReason): Failure {
  return new Failure('INVALID_URL', refusal(reason).message, { details: { url, reason } })
}

/** The browser does not show what the target gave. */
export function notShown({ url }: Asked, { contentType, status }: Navigation): Failure {
  const details = { url, content_type: contentType, status_code: status }
  return new Failure('UNSUPPORTED_CONTENT', 'The target is nothing that a browser shows', { details })
}

function unreachable({ url }: Asked, reason: UnreachableReason, status: number | null, cause?: unknown) {
  const details = { url, reason, status_code: status }
  return new Failure('URL_UNREACHABLE', unreachableReasons[reason], { details, cause })
}

/**
 * Why a navigation came to nothing, in the terms of the contract. Connections are the proxy's, so it knows best; TLS and the
 * protocol above it are the browser's.
 */
export function failureOf(proxy: Tab['proxy'], asked: Asked, navigation: Navigation): Error {
  const { urls, error, status, location } = navigation
  if (proxy.exceeded() === 'bytes') return tooLarge(asked)
  const meaning = meaningOf(error ?? '')
  const known = proxy.failureOf(urls.at(-1) ?? asked.url)
  if (known !== null && meaning.kind === 'unreachable' && meaning.reason !== 'tls_error') {
    return asKnown(asked, known)
  }
  switch (meaning.kind) {
    case 'refused':
      return refused(asked, meaning.reason)
    case 'unreachable':
      return unreachable(asked, meaning.reason, statusOf(meaning.reason, status), error)
    case 'not_shown':
      return leadsElsewhere(urls, location)
        ? refused(asked, 'scheme_not_allowed')
        : notShown(asked, navigation)
    case 'internal':
      return new Error(`The browser failed with ${error}`)
  }
}

function asKnown(asked: Asked, known: TargetFailure): Error {
  switch (known.kind) {
    case 'refused':
      return refused(asked, known.reason)
    case 'unreachable':
      return unreachable(asked, known.reason, null, known.cause)
    case 'limited':
      return known.limit === 'bytes' ? tooLarge(asked) : unreachable(asked, 'too_many_requests', null)
    case 'internal':
      return new Error('The egress proxy failed', { cause: known.cause })
  }
}

function statusOf(reason: UnreachableReason, status: number | null): number | null {
  return reason === 'empty_response' ? status : null
}

/** Whether a redirect left the web: the browser hands such URLs to other programs, or drops them. */
function leadsElsewhere(urls: readonly string[], location: string | null): boolean {
  const last = urls.at(-1) ?? ''
  return !isWeb(last) || (location !== null && !isWeb(URL.parse(location, last)?.href ?? ''))
}

export function isWeb(url: string): boolean {
  return /^https?:/i.test(url)
}
