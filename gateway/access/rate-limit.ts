import type { Context } from 'koa'
import { Failure } from '#shared/errors.ts'

/** Where a caller stands with a limit. */
export interface RateLimitState {
  readonly limit: number
  /** What is left in this window. */
  readonly remaining: number
  /** When the window ends: seconds since the epoch. */
  readonly reset: number
  /** The same as seconds from now, rounded up. */
  readonly resetAfter: number
}

/** On every answer that counted, and on 429 (decisions section 2). */
export function setRateLimitHeaders(context: Context, { limit, remaining, reset }: RateLimitState): void {
  context.set({
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(reset),
  })
}

/** Ends the call with `RATE_LIMIT_EXCEEDED` and its headers. */
export function rejectRateLimited(context: Context, state: RateLimitState, message: string): never {
  const { limit, remaining, reset, resetAfter } = state
  setRateLimitHeaders(context, state)
  throw new Failure('RATE_LIMIT_EXCEEDED', message, {
    details: { limit, remaining, reset, reset_after: resetAfter },
  })
}
