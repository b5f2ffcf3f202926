import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from './service-error.ts'

/** How long calls that fail in a row are tried again, and the longest pause between two, in milliseconds. */
const RETRY_LIMIT_MS = 300_000
const MAX_PAUSE_MS = 15_000
const FIRST_PAUSE_MS = 500

/** Tries calls again that failed for a passing reason. */
export interface RetryPolicy {
  /**
   * Waits after a failure, longer each time. Throws the error instead where another try is of no use: the reason is no
   * passing one, or failures have been coming for too long.
   */
  afterFailure(error: unknown): Promise<void>
  /** A call succeeded. */
  afterSuccess(): void
}

export interface RetryPolicyOptions {
  readonly signal: AbortSignal
  /** Is told of the first of several failures in a row. */
  readonly notify: (text: string) => void
  readonly limitMs?: number
}

export function makeRetryPolicy({
  signal,
  notify,
  limitMs = RETRY_LIMIT_MS,
}: RetryPolicyOptions): RetryPolicy {
  let firstFailure: number | null = null
  let pauseMs = FIRST_PAUSE_MS
  return {
    async afterFailure(error) {
      if (!(error instanceof ServiceError && error.isTransient)) throw error
      if (firstFailure === null) notify(`${error.message}; trying again`)
      firstFailure ??= performance.now()
      if (performance.now() - firstFailure + pauseMs > limitMs) throw error
      await sleep(pauseMs, undefined, { signal })
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
    },
    afterSuccess() {
      firstFailure = null
      pauseMs = FIRST_PAUSE_MS
    },
  }
}
