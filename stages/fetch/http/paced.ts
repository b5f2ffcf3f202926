import { Failure } from '#shared/errors.ts'
import type { HostResponse } from '#shared/politeness/host-rate-limiter.ts'
import { parseRetryAfter } from '#shared/politeness/retry-after.ts'
import type { Answer, Exchange } from './exchange.ts'
import { reasonOf } from './failures.ts'
import type { Pace } from './pace.ts'

/** Sends each request in its host's turn, which ends when the answer is finished or left. */
export function paced(exchange: Exchange, pace: Pace): Exchange {
  return async (question) => {
    const { url, signal } = question
    const turn = await pace.turn(url.href, signal)
    const asked = performance.now()
    const end = (visit: Pick<HostResponse, 'status' | 'retryAfterMs' | 'isFailed'>) => {
      const responseMs = visit.status === null ? null : performance.now() - asked
      return turn.release({ ...visit, responseMs, crawlDelayMs: null })
    }
    try {
      const answer = await exchange(question)
      return endedWith(answer, () => end(visitOf(answer, signal)))
    } catch (error) {
      await end({ status: null, retryAfterMs: null, isFailed: isUnanswered(error) })
      throw error
    }
  }
}

function endedWith(answer: Answer, end: () => Promise<void>): Answer {
  return {
    ...answer,
    async leave() {
      await answer.leave()
      await answer.finish()
      await end()
    },
    async finish() {
      await answer.finish()
      await end()
    },
  }
}

function visitOf({ status, headers }: Answer, signal: AbortSignal) {
  return { status, retryAfterMs: parseRetryAfter(headers['retry-after']), isFailed: isTimeout(signal.reason) }
}

/** What is no matter of the host, such as a caller who gave up, does not count against it. */
function isUnanswered(error: unknown): boolean {
  const reason = reasonOf(error)
  return isTimeout(error) || (reason !== null && reason !== 'invalid_response')
}

function isTimeout(error: unknown): boolean {
  return error instanceof Failure && error.code === 'TIMEOUT'
}
