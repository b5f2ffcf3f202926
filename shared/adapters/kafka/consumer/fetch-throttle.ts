import { setTimeout as sleep } from 'node:timers/promises'

/** Pause between two fetches of a throughput-oriented consumer. */
const FETCH_PAUSE_MS = 250

/**
 * Wraps a batch handler with a pause after each fetch: while records flow, each fetch brings more records for
 * the same cost. An idle consumer still waits at the broker. The batches of one fetch are handled one after
 * the other and share one pause.
 */
export function throttleFetches<T>(handle: (batch: T) => Promise<void>): (batch: T) => Promise<void> {
  let pausedAt = Number.NEGATIVE_INFINITY
  return async (batch) => {
    await handle(batch)
    if (performance.now() - pausedAt < FETCH_PAUSE_MS) return
    await sleep(FETCH_PAUSE_MS)
    pausedAt = performance.now()
  }
}
