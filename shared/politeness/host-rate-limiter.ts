import type { Failure } from '#shared/errors.ts'

/** What one visit of a host was like. */
export interface HostResponse {
  /** Milliseconds from asking to the last byte; null = no answer came. */
  readonly responseMs: number | null
  /** Null = no answer came. */
  readonly status: number | null
  /** What a Retry-After (RFC 9110, 10.2.3) asks for in milliseconds; null without one. */
  readonly retryAfterMs: number | null
  /** Crawl-delay of the group of robots.txt that applies, in milliseconds; null without one. */
  readonly crawlDelayMs: number | null
  /** The host could not be asked at all, or did not answer: it counts against the host. */
  readonly isFailed: boolean
}

/** The turn to send one request to a host: nobody else on the batch lane has it meanwhile, in any process. */
export interface HostPermit {
  /** Ends the turn once the answer was read; the host then rests by what the visit was like. Never rejects. */
  release(response: HostResponse): Promise<void>
}

export type AcquireResult =
  | { readonly permit: HostPermit }
  /** Somebody else has it, or there is a rest: worth asking again in so many milliseconds. `of`: see `ThrottledError.host`. */
  | { readonly retryAfterMs: number; readonly hostGroup?: string }
  /** The host failed so often that requests to it end like this for a while, without being sent. */
  | { readonly circuitOpen: Failure }

/** The manners of the batch lane towards hosts, the same for all processes of the service. */
export interface HostRateLimiter {
  /** `url` is any URL of the host; who takes turns together, `HostGroups` says. */
  acquire(url: string): Promise<AcquireResult>
}
