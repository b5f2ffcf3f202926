import { setTimeout as sleep } from 'node:timers/promises'

/** Between two fetches of a consumer whose records can wait. */
const FETCH_PAUSE_MS = 250

/**
 * Lets a consumer rest between its fetches: while records flow, each fetch then brings many at the price of one. An idle
 * consumer is held by the broker as always. The batches of one fetch come one after the other and rest once together.
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
