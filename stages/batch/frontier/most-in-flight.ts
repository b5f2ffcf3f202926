import { concurrencyOf } from '#shared/messages/politeness.ts'
import type { BatchPoliteness } from '#shared/ports/batch-politeness.ts'

/** Items of one host in the stages all have their turn in this time, which is well below `BATCH_LEASE_SECONDS`. */
const LONGEST_WAIT_MS = 600_000
/** One under way, and the next one. */
const LEAST = 2

/**
 * The most items in flight of one host for a batch with these manners: one more than it has requests at a time, and no more than
 * its delay lets through in ten minutes. `usual`: that of other batches. Null = as many as those.
 */
export function mostInFlight(politeness: BatchPoliteness | undefined, usual: number): number | null {
  if (politeness === undefined) return null
  const { delayMs } = politeness
  const concurrency = concurrencyOf(politeness)
  const inTime = Math.max(LEAST, Math.floor(LONGEST_WAIT_MS / Math.max(1, delayMs ?? 0)))
  return Math.min(concurrency === null ? usual : concurrency + 1, inTime)
}
