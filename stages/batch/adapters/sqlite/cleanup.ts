import { dropWaiting, leftover } from '../../frontier/decisions/batch-counts.ts'
import { DEFERRED_MS, OPEN_MS } from '../../frontier/decisions/bounds.ts'
import type { FrontierOptions } from '../../frontier/frontier-options.ts'
import type { ResultFiles } from '../disk/result-files.ts'
import type { BatchRow } from './statements/batches.ts'
import { saveBatch, type Tables } from './tables.ts'

export interface CleanupOptions extends Pick<FrontierOptions, 'logger' | 'retentionMs'> {
  readonly tables: Tables
  readonly files: Pick<ResultFiles, 'remove'>
}

/** The result of one step. */
export interface CleanupResult {
  /** There may be more to remove. */
  readonly hasMore: boolean
  /** The cooldown of some queues has ended. */
  readonly hasReadyQueues: boolean
  /** Ids of batches that have finished. */
  readonly ended: readonly string[]
}

/** Rows of one write, so that it blocks the event loop for some milliseconds only. */
const STEP_ROWS = 250
/** A file that could not be removed is tried again after this time. */
const STUCK_MS = 3_600_000

/**
 * Batch numbers that the clean-up skips until a time: a file that cannot be removed does not block other
 * batches.
 */
type Stuck = Map<number, number>

/** Makes the clean-up. Each call does one step, within a write. */
export function makeCleanup(options: CleanupOptions): (now: number) => CleanupResult {
  const { tables } = options
  const stuck: Stuck = new Map()
  return (now) => {
    const ended = expire(tables, now)
    const hasReadyQueues = tables.queues.endCooldowns(now) > 0
    const removed = removeLeftovers(options, stuck, now)
    const deferred = tables.deferred.forget(now - DEFERRED_MS, STEP_ROWS)
    const forgotten = forgetBatches(options, now)
    return { hasMore: removed > 0 || deferred === STEP_ROWS || forgotten > 0, hasReadyQueues, ended }
  }
}

/** Finishes crawls whose time is over. */
function expire(tables: Tables, now: number): string[] {
  return tables.batches.someBefore('toExpire', now).flatMap((row) => {
    dropWaiting(row)
    return saveBatch(tables, row, now) ? [row.id] : []
  })
}

function removeLeftovers(options: CleanupOptions, stuck: Stuck, now: number): number {
  const { tables } = options
  const row = tables.batches.all('toSweep').find(({ num }) => (stuck.get(num) ?? 0) <= now)
  if (row === undefined) return 0
  if (removeSome(tables, row) > 0) return 1
  if (row.leftovers !== leftover.all) tables.batches.save({ ...row, leftovers: leftover.nothing })
  else if (!removeBatch(options, row)) stuck.set(row.num, now + STUCK_MS)
  return 1
}

/** Removes some rows of a batch and returns how many. */
function removeSome(
  { items, held, families, seen, queues, resultIndex, site }: Tables,
  { num, leftovers }: BatchRow,
): number {
  if (leftovers === leftover.waiting) return items.removeWaiting(num, STEP_ROWS)
  const ofResults =
    leftovers === leftover.all ? resultIndex.remove(num, STEP_ROWS) || site.remove(num, STEP_ROWS) : 0
  return (
    ofResults ||
    items.removeAny(num, STEP_ROWS) ||
    held.remove(num, STEP_ROWS) ||
    families.remove(num, STEP_ROWS) ||
    seen.remove(num, STEP_ROWS) ||
    queues.remove(num, STEP_ROWS)
  )
}

/** Removes a batch whose rows are gone. Returns false when its file cannot be removed. */
function removeBatch({ tables, files, logger }: CleanupOptions, { num, id }: BatchRow): boolean {
  try {
    files.remove(id)
  } catch (err) {
    logger.error({ err, batch: id }, 'the result file of a batch cannot be removed')
    return false
  }
  tables.rejections.remove(num)
  tables.batches.remove(num)
  return true
}

function forgetBatches({ tables, retentionMs }: CleanupOptions, now: number): number {
  const rows = [
    ...tables.batches.someBefore('toForget', now - retentionMs),
    ...tables.batches.someBefore('toAbandon', now - OPEN_MS),
  ]
  for (const row of rows) tables.batches.save({ ...row, leftovers: leftover.all })
  return rows.length
}
