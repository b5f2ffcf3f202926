import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { PutObject } from '#shared/messages/claim-check/claim-check.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { INTERACTIVE_MAX_WAIT_MS } from '#shared/stage/middleware/retry-policy.ts'
import type { Work } from '#shared/stage/run-stage.ts'

/**
 * A `put` that retries while the object store is unavailable, so that the work need not be repeated and no site is asked
 * again. Batch work retries until it expires. Interactive work rejects with `SERVICE_UNAVAILABLE` after
 * `INTERACTIVE_MAX_WAIT_MS`, since a caller waits.
 */
export function putWithRetry(
  objects: Pick<ObjectStore, 'put'>,
  { lane, signal }: Pick<Work, 'lane' | 'signal'>,
): PutObject {
  const options = lane === 'batch' ? { signal } : { signal, maxWaitMs: INTERACTIVE_MAX_WAIT_MS }
  return (...object) => retryWhileUnavailable(() => objects.put(...object), options)
}
