import { setTimeout as sleep } from 'node:timers/promises'
import { countedBytes } from '#shared/async/memory-budget.ts'
import type { PutObject } from '#shared/messages/claim-check/claim-check.ts'
import { totalLength } from '#shared/messages/claim-check/compression.ts'

/** Bodies of the batch lane that wait for the object store. */
export interface UploadBacklog {
  /** Resolves when another page may be fetched: at once unless too many bytes wait. Rejects when the signal is aborted. */
  waitForCapacity(signal: AbortSignal): Promise<void>
  /** The same, counting what it has to put for as long as it takes. */
  counted(put: PutObject): PutObject
}

const POLL_MS = 250

/**
 * While `maxBytes` or more wait for a store that is slow or away, the lane waits too: what it would fetch could not be
 * held, and its site would be asked again. Bytes count as in the budget of memory.
 */
export function makeUploadBacklog(maxBytes: number): UploadBacklog {
  let pendingBytes = 0
  return {
    async waitForCapacity(signal) {
      while (pendingBytes >= maxBytes) await sleep(POLL_MS, undefined, { ref: false, signal })
    },
    counted: (put) => async (name, body, contentType) => {
      const bytes = countedBytes(totalLength([body].flat()))
      pendingBytes += bytes
      await put(name, body, contentType).finally(() => {
        pendingBytes -= bytes
      })
    },
  }
}
