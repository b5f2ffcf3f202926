import { Failure, isUnavailable } from '#shared/errors.ts'
import type { Inspection } from '#shared/messages/inspection.ts'
import { TryLater } from '#shared/pipeline/try-later.ts'

/** Which try of a record this is, from 0, and when the first one began (`performance.now()`). */
export interface Attempt {
  readonly count: number
  readonly began: number
  /** Too many processes ended with the record in hand: it is not begun again. */
  readonly isSpent?: true
}

const BACKOFF_MS = 100
const UNAVAILABLE_MAX_MS = 5000
/** An interactive caller is told within this time that an inner service is away; batch work waits for its return. */
export const INTERACTIVE_PATIENCE_MS = 1000

/** In how many milliseconds work that failed is tried again, at most `tries` times; null = it ends with its failure. */
export function retryAfter(
  tries: number,
  inspection: Pick<Inspection, 'lane'>,
  error: unknown,
  { count, began }: Attempt,
): number | null {
  if (error instanceof TryLater) return count < tries ? error.inMs : null
  const backoff = BACKOFF_MS * 2 ** Math.min(count, 10)
  if (isUnavailable(error)) {
    const next = performance.now() - began + backoff
    const isPatient = inspection.lane === 'batch' || next < INTERACTIVE_PATIENCE_MS
    return isPatient ? Math.min(backoff, UNAVAILABLE_MAX_MS) : null
  }
  return error instanceof Failure || count + 1 >= tries ? null : backoff
}

/** Of a record that ends as a failure without being begun. */
export function spentAttempt(tries: number): Attempt {
  return { count: tries, began: performance.now(), isSpent: true }
}
