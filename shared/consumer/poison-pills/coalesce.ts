import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { Log } from '#shared/log.ts'

const MAX_WAIT_MS = 100

/**
 * A function that writes the state at the call or a later one. Calls during a write share the next write. Resolves when
 * it is written, when it fails, or after 100 ms.
 */
export function coalesce(write: () => Promise<void>, logger: Log): () => Promise<unknown> {
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<unknown> | null = null

  async function once(): Promise<void> {
    next = null
    await write().catch((err: unknown) =>
      logger.debug({ err }, 'the records in flight could not be journaled'),
    )
  }

  return () => {
    if (next !== null) return next
    const writing = current.then(once)
    current = writing
    next = withTimeoutOrNull(writing, MAX_WAIT_MS)
    return next
  }
}
