import { toUnreachableReason } from '../message/target-failures.ts'
import type { RedirectState } from '../redirects/redirect-state.ts'
import type { Exchange } from './exchange.ts'

/** Sends a request once more whose connection was closed: it may have been kept for too long. */
export function retryOnReset(exchange: Exchange, redirectState: Pick<RedirectState, 'wasRetried'>): Exchange {
  return async (request) => {
    try {
      const response = await exchange(request)
      redirectState.wasRetried = false
      return response
    } catch (error) {
      const mayBeStale = !request.signal.aborted && toUnreachableReason(error) === 'connection_reset'
      if (!mayBeStale || redirectState.wasRetried) throw error
      redirectState.wasRetried = true
      return exchange(request)
    }
  }
}
