import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { Failure, isUnavailable } from '#shared/errors.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'

/** The number of an attempt at a record, from 0, and when the first attempt started (`performance.now()`). */
export interface Attempt {
  readonly count: number
  readonly startedAt: number
  /** Too many processes crashed with the record in flight: its work is not started again. */
  readonly isPoisonPill?: true
}

const BACKOFF_MS = 100
const UNAVAILABLE_MAX_MS = 5000
/** An interactive caller gets an error within this time when a backing service is unavailable; batch work waits for it. */
export const INTERACTIVE_MAX_WAIT_MS = 1000

/**
 * Milliseconds until the next attempt at work that failed with `error`; null = no attempt follows and the work ends with
 * its failure. Backoff is exponential (100 ms, doubled each time, 5 s at most while a service is unavailable).
 */
export function retryDelayMs(
  maxAttempts: number,
  inspection: Pick<Inspection, 'lane'>,
  error: unknown,
  { count, startedAt }: Attempt,
): number | null {
  if (error instanceof RetryAfterError) return count < maxAttempts ? error.retryAfterMs : null
  const backoff = BACKOFF_MS * 2 ** Math.min(count, 10)
  if (isUnavailable(error)) {
    const next = performance.now() - startedAt + backoff
    const mayWait = inspection.lane === 'batch' || next < INTERACTIVE_MAX_WAIT_MS
    return mayWait ? Math.min(backoff, UNAVAILABLE_MAX_MS) : null
  }
  return error instanceof Failure || count + 1 >= maxAttempts ? null : backoff
}

/** The attempt of a record that ends as a failure without being started. */
export function poisonPillAttempt(maxAttempts: number): Attempt {
  return { count: maxAttempts, startedAt: performance.now(), isPoisonPill: true }
}
