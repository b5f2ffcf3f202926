import type { Exchange } from './exchange.ts'
import { reasonOf } from './failures.ts'
import type { Trail } from './trail.ts'

/** Sends a request once more whose connection was closed: it may have been kept for too long. */
export function resending(exchange: Exchange, trail: Pick<Trail, 'isResent'>): Exchange {
  return async (question) => {
    try {
      const answer = await exchange(question)
      trail.isResent = false
      return answer
    } catch (error) {
      const mayBeStale = !question.signal.aborted && reasonOf(error) === 'connection_reset'
      if (!mayBeStale || trail.isResent) throw error
      trail.isResent = true
      return exchange(question)
    }
  }
}
