import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { PutObject } from '#shared/messages/claim-check/claim-check.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { INTERACTIVE_MAX_WAIT_MS } from '#shared/stage/middleware/retry-policy.ts'
import type { Work } from '#shared/stage/run-stage.ts'

/**
 * Puts what a piece of work made into an object store that may be away: what is kept need not be made again, and no site
 * is asked again. Batch work waits until it expires; interactive work rejects soon, since somebody waits.
 */
export function putWithRetry(
  objects: Pick<ObjectStore, 'put'>,
  { lane, signal }: Pick<Work, 'lane' | 'signal'>,
): PutObject {
  const options = lane === 'batch' ? { signal } : { signal, maxWaitMs: INTERACTIVE_MAX_WAIT_MS }
  return (...object) => retryWhileUnavailable(() => objects.put(...object), options)
}
