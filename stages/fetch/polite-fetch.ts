import { LRUCache } from 'lru-cache'
import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure, isUnavailable } from '#shared/errors.ts'
import { batchOfItem } from '#shared/messages/events/seal.ts'
import { parseRetryAfter } from '#shared/politeness/responses/retry-after.ts'
import type { HttpClient } from './http/client.ts'
import { PermitDenied, type PermitSource, permitsOf, trackPermits } from './http/host-permits.ts'
import type { HttpResult, PageRequest } from './http/page-request.ts'
import { makeRedirectState, type RedirectState } from './http/redirects.ts'

/** Rate limits and retries of batch fetches. */
export interface PoliteOptions {
  readonly permits: PermitSource
  /** Whether the host of the URL has a long cooldown: it is overloaded, or does not respond. */
  isResting(url: string): boolean
  /** Attempts for a page that asks to come back later. The last response counts, whatever its status. */
  readonly maxAttempts: number
  /** The wait before the next attempt at a page of a resting host, and the longest one of all, in milliseconds. */
  readonly retryMs: number
  readonly maxRetryMs: number
}

/** Fetches the page of one inspection. */
export type PageFetcher = (id: string, request: PageRequest) => Promise<HttpResult>

/** A postponed inspection, and how many requests for its page had no usable response. */
interface InProgress {
  readonly redirectState: RedirectState
  readonly attempts: number
}

/** Postponed inspections that are remembered, far more than a stage holds. */
const MAX_IN_PROGRESS = 100_000

/**
 * Makes a fetcher that sends each request with a permit of its host. It rejects as `HttpClient.fetchPage`
 * does; with ThrottledError when no permit is available: called again for the same inspection, it continues
 * from the last redirect; with RetryAfterError when the page answers 429 or 503 (soon again where it says so, or the host
 * itself does not rest), or when this service had no memory for the response. Both count as attempts, `maxAttempts` a page.
 */
export function makePoliteFetcher(
  client: Pick<HttpClient, 'fetchPage'>,
  options: PoliteOptions,
): PageFetcher {
  const inProgress = new LRUCache<string, InProgress>({ max: MAX_IN_PROGRESS })

  /** Remembers the progress of a failed fetch that can continue, and returns the error to reject with. */
  function toRejection(
    id: string,
    { url }: PageRequest,
    previous: InProgress,
    wasDiscarded: boolean,
    error: unknown,
  ): unknown {
    const attempts = previous.attempts + (wasDiscarded ? 1 : 0)
    if (wasDiscarded && attempts >= options.maxAttempts) return noMemoryFailure(id, error)
    if (isResumable(error)) inProgress.set(id, { ...previous, attempts })
    if (wasDiscarded) return new RetryAfterError(noMemoryFailure(id, error), options.retryMs)
    return error instanceof PermitDenied ? circuitOpenFailure(url, error) : error
  }

  return async (id, request) => {
    const previous = inProgress.get(id) ?? { redirectState: makeRedirectState(request.url), attempts: 0 }
    inProgress.delete(id)
    const work = { batch: batchOfItem(id) ?? undefined, politeness: request.politeness }
    const { permits, sentAt } = trackPermits(permitsOf(work, options.permits))
    const pending = client.fetchPage({ ...request, permits, redirectState: previous.redirectState })
    const result = await pending.catch((error: unknown) => {
      throw toRejection(id, request, previous, isUnavailable(error) && sentAt() !== null, error)
    })
    const attempts = previous.attempts + 1
    if (!isOverloaded(result) || attempts >= options.maxAttempts) return result
    inProgress.set(id, { redirectState: makeRedirectState(request.url), attempts })
    throw overloadedError(request.url, result, attempts, options)
  }
}

function noMemoryFailure(id: string, cause: unknown): Failure {
  const details = { request_id: id, timestamp: new Date().toISOString() }
  const message = 'The page was requested, and the service had no memory for its response'
  return new Failure('INTERNAL_ERROR', message, { details, cause })
}

function isResumable(error: unknown): boolean {
  return error instanceof ThrottledError || error instanceof RetryAfterError || isUnavailable(error)
}

/** The failure names the URL of the caller, wherever redirects led. */
function circuitOpenFailure(url: string, { code, message, details }: PermitDenied): Failure {
  return new Failure(code, message, { details: { ...details, url } })
}

/** RFC 6585, section 4 and RFC 9110, section 15.6.4. */
function isOverloaded({ status }: HttpResult): boolean {
  return status === 429 || status === 503
}

/**
 * The shortest wait before a page is requested again that names a time (Retry-After), or alone refuses on a host that responds
 * to others. The second wait is twice as long as the first, and so on.
 */
const SOON_MS = 500

function overloadedError(
  url: string,
  { status, headers, finalUrl }: HttpResult,
  attempts: number,
  { retryMs, maxRetryMs, isResting }: PoliteOptions,
): RetryAfterError {
  const retryAfterMs = parseRetryAfter(headers['retry-after'])
  const isHostResting = retryAfterMs === null && isResting(finalUrl)
  const soonMs = Math.max(SOON_MS, retryAfterMs ?? 0) * 2 ** (attempts - 1)
  const requestedMs = isHostResting ? retryMs : soonMs
  const failure = new Failure('URL_UNREACHABLE', `The target asks to come back later (${status})`, {
    details: { url, reason: 'overloaded', status_code: status },
  })
  return new RetryAfterError(failure, Math.min(requestedMs, maxRetryMs))
}
