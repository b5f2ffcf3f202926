import type { WorkStep } from '#shared/messages/topics.ts'
import { expiredFailure, hasExpired } from '#shared/stage/middleware/expiry.ts'
import { internalError } from '#shared/stage/middleware/retry.ts'
import type { Middleware } from '#shared/stage/middleware.ts'
import { makeStoredBytesGuard } from '#shared/store/stored-bytes.ts'

/**
 * Ends work that must not start: a poison pill (INTERNAL_ERROR), a request of an owner who has stored too much
 * (RATE_LIMIT_EXCEEDED), and an inspection that has expired (TIMEOUT). Rejects with the failure.
 */
export function refuse(input: WorkStep, store: Parameters<typeof makeStoredBytesGuard>[0]): Middleware {
  const assertMayStore = makeStoredBytesGuard(store)
  return (next) => async (attempt) => {
    const { inspection, isPoisonPill } = attempt
    if (isPoisonPill)
      throw internalError(inspection, 'The service stopped each time it worked on this inspection')
    if (input === 'inspection.requested') await assertMayStore(inspection.tenant)
    if (hasExpired(inspection)) throw expiredFailure(attempt)
    return next(attempt)
  }
}
