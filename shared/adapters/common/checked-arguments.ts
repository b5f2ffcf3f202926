import type { PermitRequest } from '#shared/ports/result-store.ts'

/**
 * Returns the TTL if it is a whole number of seconds, at least 1. Else throws a RangeError, in every adapter
 * alike: no adapter accepts a value that another one rejects.
 */
export function checkedTtl(seconds: number): number {
  if (Number.isSafeInteger(seconds) && seconds >= 1) return seconds
  throw new RangeError(`A TTL must be a whole number of seconds, at least 1, not ${seconds}`)
}

/** Returns the time if it is a whole number of milliseconds, at least `min`; else throws a RangeError. */
export function checkedMs(ms: number, min: 0 | 1): number {
  if (Number.isSafeInteger(ms) && ms >= min) return ms
  throw new RangeError(`A time must be a whole number of milliseconds, at least ${min}, not ${ms}`)
}

/** Returns the request if all its numbers are as the port requires, else throws a RangeError. */
export function checkedPermitRequest(request: PermitRequest): PermitRequest {
  if (!Number.isSafeInteger(request.limit) || request.limit < 1) {
    throw new RangeError(`A limit must be a whole number, at least 1, not ${request.limit}`)
  }
  checkedMs(request.ttlMs, 1)
  for (const { restMs } of request.ended) checkedMs(restMs, 0)
  return request
}
