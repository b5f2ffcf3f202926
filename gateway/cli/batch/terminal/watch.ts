import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchService } from '../client/batch-service.ts'
import { type BatchStatus, hasEnded } from '../client/batch-status.ts'
import type { RetryPolicy } from '../client/retry-policy.ts'
import type { Display } from './display.ts'
import { makeProgressRate } from './progress-rate.ts'

/**
 * Time between two requests for the status, in milliseconds, and how many hosts with the longest queues are shown.
 */
const POLL_MS = 1000
const MAX_HOSTS = 10

export interface WatchContext {
  readonly service: BatchService
  readonly display: Display
  readonly retryPolicy: RetryPolicy
  readonly signal: AbortSignal
}

/**
 * Shows the progress of a batch until it has ended and resolves with its last status. The service may be unavailable
 * for a while.
 */
export async function watchUntilEnded(id: string, context: WatchContext): Promise<BatchStatus> {
  const { service, display, retryPolicy, signal } = context
  const rateAt = makeProgressRate()
  try {
    for (;;) {
      try {
        const status = await service.status(id, MAX_HOSTS)
        retryPolicy.afterSuccess()
        display.progress({ status, rate: rateAt(status, performance.now()), now: Date.now() })
        if (hasEnded(status)) return status
        await sleep(POLL_MS, undefined, { signal })
      } catch (error) {
        await retryPolicy.afterFailure(error)
      }
    }
  } finally {
    display.end()
  }
}
