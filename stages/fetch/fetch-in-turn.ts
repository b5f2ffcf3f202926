import { makeBoundedMap } from '#shared/async/bounded-map.ts'
import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure, isUnavailable } from '#shared/errors.ts'
import { parseRetryAfter } from '#shared/politeness/retry-after.ts'
import type { HttpClient } from './http/client.ts'
import { NoTurn, type Pace } from './http/pace.ts'
import type { Fetched, PageRequest } from './http/page.ts'
import { makeTrail, type Trail } from './http/trail.ts'

/** How batch work treats those it asks. */
export interface BatchManners {
  readonly pace: Pace
  /** Tries of a page whose answer is to come back later; the last one's answer is taken as it is. */
  readonly tries: number
  /** The least and the most milliseconds until then. */
  readonly laterMs: number
  readonly mostLaterMs: number
}

/** Fetches the page of one inspection. */
export type FetchPage = (id: string, request: PageRequest) => Promise<Fetched>

/** An inspection that waits, and how often its page was asked for without an answer that counts. */
interface Begun {
  readonly trail: Trail
  readonly asked: number
}

/** Inspections that wait at a time, far more than a stage holds. */
const MOST_BEGUN = 100_000

/**
 * Sends each request in its host's turn. Rejects as `HttpClient.fetchPage` does; with ThrottledError where a turn has not come: asked
 * again for the same inspection, it goes on from the redirect where it was; with RetryAfterError where the page answers 429 or 503,
 * or where this service could not take its answer in (no memory). A page is asked for `tries` times at most for both.
 */
export function makeFetchInTurn(client: Pick<HttpClient, 'fetchPage'>, manners: BatchManners): FetchPage {
  const begun = makeBoundedMap<Begun>(MOST_BEGUN)

  /** Keeps what can go on of a fetch that failed, and gives what it ends with for now. */
  function broken(id: string, { url }: PageRequest, before: Begun, isLost: boolean, error: unknown): unknown {
    const asked = before.asked + (isLost ? 1 : 0)
    if (isLost && asked >= manners.tries) return notTakenIn(id, error)
    if (goesOn(error)) begun.set(id, { ...before, asked })
    if (isLost) return new RetryAfterError(notTakenIn(id, error), manners.laterMs)
    return error instanceof NoTurn ? givenUp(url, error) : error
  }

  return async (id, request) => {
    const before = begun.take(id) ?? { trail: makeTrail(request.url), asked: 0 }
    const { pace, isAsked } = watched(manners.pace)
    const asking = client.fetchPage({ ...request, pace, trail: before.trail })
    const fetched = await asking.catch((error: unknown) => {
      throw broken(id, request, before, isUnavailable(error) && isAsked(), error)
    })
    const asked = before.asked + 1
    if (!isOverloaded(fetched) || asked >= manners.tries) return fetched
    begun.set(id, { trail: makeTrail(request.url), asked })
    throw later(request.url, fetched, manners)
  }
}

/** The pace, and whether what had its last turn was asked for. */
function watched(pace: Pace): { readonly pace: Pace; isAsked(): boolean } {
  let isAsked = false
  return {
    isAsked: () => isAsked,
    pace: {
      async turn(url, signal) {
        isAsked = false
        const turn = await pace.turn(url, signal)
        isAsked = true
        return turn
      },
    },
  }
}

function notTakenIn(id: string, cause: unknown): Failure {
  const details = { request_id: id, timestamp: new Date().toISOString() }
  const message = 'The page was asked for, and the service had no room for its answer'
  return new Failure('INTERNAL_ERROR', message, { details, cause })
}

function goesOn(error: unknown): boolean {
  return error instanceof ThrottledError || error instanceof RetryAfterError || isUnavailable(error)
}

/** In the caller's terms, wherever redirects led. */
function givenUp(url: string, { code, message, details }: NoTurn): Failure {
  return new Failure(code, message, { details: { ...details, url } })
}

/** RFC 6585, 4 and RFC 9110, 15.6.4. */
function isOverloaded({ status }: Fetched): boolean {
  return status === 429 || status === 503
}

function later(
  url: string,
  { status, headers }: Fetched,
  { laterMs, mostLaterMs }: BatchManners,
): RetryAfterError {
  const asked = Math.max(laterMs, parseRetryAfter(headers['retry-after']) ?? 0)
  const failure = new Failure('URL_UNREACHABLE', `The target asks to come back later (${status})`, {
    details: { url, reason: 'overloaded', status_code: status },
  })
  return new RetryAfterError(failure, Math.min(asked, mostLaterMs))
}
