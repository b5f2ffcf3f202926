import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { Failure, isUnavailable } from '#shared/errors.ts'
import type { Inspection } from '#shared/messages/inspection.ts'

/** Which try of a record this is, from 0, and when the first one began (`performance.now()`). */
export interface Attempt {
  readonly count: number
  readonly startedAt: number
  /** Too many processes ended with the record in hand: it is not begun again. */
  readonly isPoisonPill?: true
}

const BACKOFF_MS = 100
const UNAVAILABLE_MAX_MS = 5000
/** An interactive caller is told within this time that an inner service is away; batch work waits for its return. */
export const INTERACTIVE_MAX_WAIT_MS = 1000

/** In how many milliseconds work that failed is tried again, at most `tries` times; null = it ends with its failure. */
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

/** Of a record that ends as a failure without being begun. */
export function poisonPillAttempt(maxAttempts: number): Attempt {
  return { count: maxAttempts, startedAt: performance.now(), isPoisonPill: true }
}
