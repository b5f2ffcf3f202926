import { createRequire } from 'node:module'

/** What is used of kafkajs 2.2.4, src/network/requestQueue. */
interface RequestQueue {
  pending: unknown[]
  /** Milliseconds since the epoch; -1 when the broker never asked to slow down. */
  throttledUntil: number
  throttleCheckTimeoutId: NodeJS.Timeout | null
  checkPendingRequests(): void
  scheduleCheckPendingRequests(): void
}

const RECHECK_MS = 10

/**
 * kafkajs 2.2.4 re-arms a timer after every response, with a negative delay: an idle client spins at 1 ms and Node
 * prints TimeoutNegativeWarning (kafkajs #1751). There is something to wait for only while requests are pending.
 */
export function patchRequestTimer(): void {
  const queue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
    prototype: RequestQueue
  }
  queue.prototype.scheduleCheckPendingRequests = schedule
}

function schedule(this: RequestQueue): void {
  if (this.pending.length === 0 || this.throttleCheckTimeoutId !== null) return
  const throttledFor = this.throttledUntil - Date.now()
  this.throttleCheckTimeoutId = setTimeout(
    () => {
      this.throttleCheckTimeoutId = null
      this.checkPendingRequests()
    },
    throttledFor > 0 ? throttledFor : RECHECK_MS,
  )
}
