import { setTimeout as sleep } from 'node:timers/promises'
import { countedBytes } from '#shared/async/memory-budget.ts'
import type { PutObject } from '#shared/messages/claim-check/claim-check.ts'
import { totalLength } from '#shared/messages/claim-check/compression.ts'

/** Bodies of the batch lane that wait for the object store. */
export type UploadBacklog = ReturnType<typeof makeUploadBacklog>

const POLL_MS = 250

/**
 * Makes an empty backlog. While `maxBytes` or more wait for a slow or unavailable store, the batch lane waits
 * too: further bodies could not be held, and their pages would have to be fetched again. Bytes count as in
 * the memory budget.
 */
export function makeUploadBacklog(maxBytes: number) {
  let pendingBytes = 0
  return {
    /**
     * Resolves when another page may be fetched: at once, unless too many bytes wait. Rejects when the signal
     * aborts.
     */
    async waitForCapacity(signal: AbortSignal): Promise<void> {
      while (pendingBytes >= maxBytes) await sleep(POLL_MS, undefined, { ref: false, signal })
    },
    /** Wraps `put` so that its bytes count while they are stored. */
    counted(put: PutObject): PutObject {
      return async (name, body, contentType) => {
        const bytes = countedBytes(totalLength([body].flat()))
        pendingBytes += bytes
        await put(name, body, contentType).finally(() => {
          pendingBytes -= bytes
        })
      }
    },
  }
}
