import type { Context } from 'koa'
import { Failure } from '#shared/errors.ts'

/** The state of a caller's limit. */
export interface RateLimitState {
  readonly limit: number
  /** Calls left in this window. */
  readonly remaining: number
  /** End of the window, in seconds since the epoch. */
  readonly reset: number
  /** The same in seconds from now, rounded up. */
  readonly resetAfter: number
}

/** The state of a limit that is spent until `end`, in milliseconds since the epoch. */
export function spentUntil(limit: number, end: number): RateLimitState {
  const resetAfter = Math.max(1, Math.ceil((end - Date.now()) / 1000))
  return { limit, remaining: 0, reset: Math.ceil(end / 1000), resetAfter }
}

/** Sets the `X-RateLimit-*` headers, on every counted answer and on 429: `infra/docs/clients.md#quotas`. */
export function setRateLimitHeaders(context: Context, { limit, remaining, reset }: RateLimitState): void {
  context.set({
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(reset),
  })
}

/** Rejects the call with `RATE_LIMIT_EXCEEDED` and sets the rate limit headers. */
export function rejectRateLimited(context: Context, state: RateLimitState, message: string): never {
  const { limit, remaining, reset, resetAfter } = state
  setRateLimitHeaders(context, state)
  throw new Failure('RATE_LIMIT_EXCEEDED', message, {
    details: { limit, remaining, reset, reset_after: resetAfter },
  })
}
