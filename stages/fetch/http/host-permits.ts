import { retryWhileThrottled, ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure } from '#shared/errors.ts'
import { hostKey } from '#shared/messages/topics.ts'
import type {
  HostPermit,
  HostRateLimiter,
  HostResponse,
  RequestOf,
} from '#shared/politeness/host-rate-limiter.ts'
import { parseRetryAfter } from '#shared/politeness/responses/retry-after.ts'
import type { Exchange, HttpResponse } from './connection/exchange.ts'
import { toUnreachableReason } from './message/target-failures.ts'

/** Permits to send requests to hosts. */
export interface PermitSource {
  /**
   * Acquires the permit to send one request to the URL's host. Rejects with ThrottledError when none is
   * available yet; with `PermitDenied` when the host's circuit is open; with the signal's reason when the
   * signal aborts during the wait. `work`: what the request is part of; default: no batch.
   */
  acquire(url: string, signal: AbortSignal, work?: RequestOf): Promise<HostPermit>
}

/**
 * The host's circuit is open: the request was not sent, and none will be for a while. This says nothing new
 * about the target.
 */
export class PermitDenied extends Failure {
  constructor({ code, message, details }: Failure) {
    super(code, message, details === null ? {} : { details })
    this.name = 'PermitDenied'
  }
}

/**
 * Wraps an exchange so that each request is sent with a permit of its host. The permit is released when the
 * response is closed or discarded.
 */
export function withPermit(exchange: Exchange, permits: PermitSource): Exchange {
  return async (request) => {
    const { url, signal } = request
    const permit = await permits.acquire(url.href, signal)
    const sentAt = performance.now()
    const end = (hostResponse: Pick<HostResponse, 'status' | 'retryAfterMs' | 'isFailed'>) => {
      const responseMs = hostResponse.status === null ? null : performance.now() - sentAt
      return permit.release({ ...hostResponse, responseMs, crawlDelayMs: null })
    }
    try {
      const response = await exchange(request)
      return releasedWith(response, () => end(toHostResponse(response, signal)))
    } catch (error) {
      await end({ status: null, retryAfterMs: null, isFailed: isHostFailure(error) })
      throw error
    }
  }
}

function releasedWith(response: HttpResponse, end: () => Promise<void>): HttpResponse {
  return {
    ...response,
    async discard() {
      await response.discard()
      await response.close()
      await end()
    },
    async close() {
      await response.close()
      await end()
    },
  }
}

function toHostResponse({ status, headers }: HttpResponse, signal: AbortSignal) {
  return { status, retryAfterMs: parseRetryAfter(headers['retry-after']), isFailed: isTimeout(signal.reason) }
}

/** True for errors that count against the host. Others, such as a caller who gave up, do not. */
function isHostFailure(error: unknown): boolean {
  const reason = toUnreachableReason(error)
  return isTimeout(error) || (reason !== null && reason !== 'invalid_response')
}

function isTimeout(error: unknown): boolean {
  return error instanceof Failure && error.code === 'TIMEOUT'
}

/**
 * Makes the permits of the batch lane, which never wait: `acquire` throws ThrottledError instead.
 * `crawlDelayMs` returns the crawl delay of the URL's robots.txt as it is known after the request.
 */
export function makeBatchPermits(
  rateLimiter: HostRateLimiter,
  crawlDelayMs: (url: string) => number | null,
): PermitSource {
  return {
    async acquire(url, _signal, work) {
      const acquired = await rateLimiter.acquire(url, work)
      if ('retryAfterMs' in acquired)
        throw new ThrottledError(acquired.retryAfterMs, acquired.hostGroup ?? hostKey(url))
      if ('circuitOpen' in acquired) throw new PermitDenied(acquired.circuitOpen)
      return {
        release: (hostResponse) =>
          acquired.permit.release({ ...hostResponse, crawlDelayMs: crawlDelayMs(url) }),
      }
    },
  }
}

/** Permits of one request, with what is known of it. */
export interface TrackedPermits {
  readonly permits: PermitSource
  /** When the request of the last permit was sent, by `now`; null while none was, or it waits for the next one. */
  sentAt(): number | null
}

/** Wraps the permits for one request. */
export function trackPermits(
  permits: PermitSource,
  now: () => number = () => performance.now(),
): TrackedPermits {
  let sentAt: number | null = null
  return {
    sentAt: () => sentAt,
    permits: {
      async acquire(url, signal) {
        sentAt = null
        const permit = await permits.acquire(url, signal)
        sentAt = now()
        return permit
      },
    },
  }
}

/** Wraps the permits so that the rate limiter learns whose requests they are for. */
export function permitsOf(work: RequestOf, permits: PermitSource): PermitSource {
  const { batch } = work
  if (batch === undefined) return permits
  return {
    async acquire(url, signal) {
      const permit = await permits.acquire(url, signal, work)
      return { release: (response) => permit.release({ ...response, batch }) }
    },
  }
}

/** The same for a request that others share: its response is not that of the batch. */
export function sharedPermitsOf(work: RequestOf, permits: PermitSource): PermitSource {
  return { acquire: (url, signal) => permits.acquire(url, signal, work) }
}

/** Makes a permit source that waits until a permit is available, for work that cannot be postponed. */
export function blockingPermits(permits: PermitSource): PermitSource {
  return {
    acquire: (url, signal, work) => retryWhileThrottled(() => permits.acquire(url, signal, work), signal),
  }
}

/**
 * Makes a permit source that keeps its last permit until `release` is called: the robots.txt that was read
 * with it says how long the host has to rest.
 */
export function holdLastPermit(permits: PermitSource): PermitSource & { release(): Promise<void> } {
  let held: (() => Promise<void>) | null = null

  async function release(): Promise<void> {
    const end = held
    held = null
    await end?.()
  }

  return {
    release,
    async acquire(url, signal) {
      await release()
      const permit = await permits.acquire(url, signal)
      return {
        async release(hostResponse) {
          held = () => permit.release(hostResponse)
        },
      }
    },
  }
}
