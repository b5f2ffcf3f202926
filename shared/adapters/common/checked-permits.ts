import type { PermitRequest } from '#shared/ports/result-store.ts'
import { checkedMs } from './checked-times.ts'

/** The request itself when all its numbers are what the port says; else a RangeError, in every adapter. */
export function checkedPermitRequest(request: PermitRequest): PermitRequest {
  if (!Number.isSafeInteger(request.limit) || request.limit < 1) {
    throw new RangeError(`A limit is a whole number, at least 1, not ${request.limit}`)
  }
  checkedMs(request.ttlMs, 1)
  for (const { restMs } of request.ended) checkedMs(restMs, 0)
  return request
}
