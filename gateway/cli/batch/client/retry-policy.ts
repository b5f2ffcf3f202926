import { ServiceError } from '../errors.ts'

/** How long consecutive failures are retried, and the longest pause between two attempts, in milliseconds. */
const RETRY_LIMIT_MS = 300_000
const MAX_PAUSE_MS = 15_000
const FIRST_PAUSE_MS = 500

/** Retries calls that failed for a transient reason. */
export interface RetryPolicy {
  /**
   * Waits after a failure, longer each time, and as long as the service asks for. Throws the error when another attempt is pointless: the reason is not
   * transient, or calls have been failing for too long.
   */
  afterFailure(error: unknown): Promise<void>
  /** Resets the pause after a call that succeeded. */
  afterSuccess(): void
}

export interface RetryPolicyOptions {
  /** Waits this many milliseconds; rejects when the command is interrupted. */
  readonly pause: (ms: number) => Promise<void>
  /** Receives a message at the first of several consecutive failures. */
  readonly notify: (text: string) => void
  readonly limitMs?: number
}

/** Makes a policy for the calls of one command. `limitMs` bounds a series of failures. */
export function makeRetryPolicy({
  pause,
  notify,
  limitMs = RETRY_LIMIT_MS,
}: RetryPolicyOptions): RetryPolicy {
  let firstFailure: number | null = null
  let pauseMs = FIRST_PAUSE_MS
  return {
    async afterFailure(error) {
      if (!(error instanceof ServiceError && error.isTransient)) throw error
      const waitMs = Math.max(pauseMs, error.retryAfterMs)
      if (performance.now() - (firstFailure ?? performance.now()) + waitMs > limitMs) throw error
      if (firstFailure === null) notify(`${error.message}; trying again`)
      firstFailure ??= performance.now()
      await pause(waitMs)
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
    },
    afterSuccess() {
      firstFailure = null
      pauseMs = FIRST_PAUSE_MS
    },
  }
}
