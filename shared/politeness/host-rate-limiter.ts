import type { Failure } from '#shared/errors.ts'

/** How a host responded to one request. */
export interface HostResponse {
  /** Milliseconds from the request to the last byte; null = no response. */
  readonly responseMs: number | null
  /** Null = no response. */
  readonly status: number | null
  /** Milliseconds of the Retry-After header (RFC 9110, section 10.2.3); null without one. */
  readonly retryAfterMs: number | null
  /** Crawl-delay of the matching group of robots.txt, in milliseconds; null without one. */
  readonly crawlDelayMs: number | null
  /** The host could not be connected to, or did not respond: it counts as a failure of the host. */
  readonly isFailed: boolean
  /** The batch of the request; absent = none. Others must not see its URLs. */
  readonly batch?: string
}

/** A permit to send one request to a host. Only one holder in all processes has it at a time. */
export interface HostPermit {
  /** Releases the permit after the response was read. The host then has a cooldown by its response. Never rejects. */
  release(response: HostResponse): Promise<void>
}

export type AcquireResult =
  | { readonly permit: HostPermit }
  /** No permit is free, or there is a cooldown. `hostGroup`: see `ThrottledError.hostGroup`. */
  | { readonly retryAfterMs: number; readonly hostGroup?: string }
  /** The circuit of the host is open: its requests end with this failure for a while, without being sent. */
  | { readonly circuitOpen: Failure }

/** The work that a request is part of. */
export interface RequestOf {
  /** The id of its batch. */
  readonly batch?: string | undefined
  /** The manners of the batch, as `encodePoliteness` writes them; without a batch they are ignored. Absent = the installation's. */
  readonly politeness?: string | undefined
}

/** Limits the batch requests to hosts, over all processes of the service. */
export interface HostRateLimiter {
  /** `url` is any URL of the host. Hosts of the same group (`HostGroups`) share their permits. */
  acquire(url: string, work?: RequestOf): Promise<AcquireResult>
}
