import { Failure } from '#shared/errors.ts'
import type { HostResponse } from '#shared/politeness/host-rate-limiter.ts'
import { parseRetryAfter } from '#shared/politeness/retry-after.ts'
import type { Exchange, HttpResponse } from './connection/exchange.ts'
import { toUnreachableReason } from './message/target-failures.ts'
import type { PermitSource } from './permit-source.ts'

/** Sends each request in its host's turn, which ends when the answer is finished or left. */
export function withPermit(exchange: Exchange, permits: PermitSource): Exchange {
  return async (request) => {
    const { url, signal } = request
    const permit = await permits.acquire(url.href, signal)
    const sentAt = performance.now()
    const end = (visit: Pick<HostResponse, 'status' | 'retryAfterMs' | 'isFailed'>) => {
      const responseMs = visit.status === null ? null : performance.now() - sentAt
      return permit.release({ ...visit, responseMs, crawlDelayMs: null })
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

/** What is no matter of the host, such as a caller who gave up, does not count against it. */
function isHostFailure(error: unknown): boolean {
  const reason = toUnreachableReason(error)
  return isTimeout(error) || (reason !== null && reason !== 'invalid_response')
}

function isTimeout(error: unknown): boolean {
  return error instanceof Failure && error.code === 'TIMEOUT'
}
