import { type BatchRow, leftover } from './batches-table.ts'
import type { ResultFiles } from './result-files.ts'
import { drop, settle, type Tables } from './tables.ts'

export interface SweepOptions {
  readonly tables: Tables
  readonly files: ResultFiles
  /** How long a batch that ended is kept, in milliseconds. */
  readonly retentionMs: number
}

/** What a sweep did. */
export interface Swept {
  /** Whether there may be more to remove. */
  readonly hasMore: boolean
  /** Hosts may release again. */
  readonly isAwake: boolean
  /** Batches that ended. */
  readonly ended: readonly string[]
}

/** Rows of one write, so that it keeps the event loop for some milliseconds only. */
const STEP_ROWS = 250
/** As long as an id is remembered against repeats. */
const DEFERRED_MS = 86_400_000

/** One step of what is to be done now and then, within a write. */
export function sweep(options: SweepOptions, now: number): Swept {
  const { tables } = options
  const ended = expire(tables, now)
  const isAwake = tables.queues.wakeRested(now) > 0
  const removed = removeLeftovers(options) + forgetBatches(options, now)
  const forgotten = tables.deferred.forget(now - DEFERRED_MS, STEP_ROWS)
  return { hasMore: removed > 0 || forgotten === STEP_ROWS, isAwake, ended }
}

/** Crawls whose time is over. */
function expire(tables: Tables, now: number): string[] {
  return tables.batches.some('toExpire', now).flatMap((row) => {
    drop(row)
    return settle(tables, row, now) ? [row.id] : []
  })
}

function removeLeftovers(options: SweepOptions): number {
  const [row] = options.tables.batches.some('toSweep', Number.MAX_SAFE_INTEGER)
  if (row === undefined) return 0
  if (removeSome(options.tables, row) > 0) return 1
  if (row.leftovers === leftover.all) removeBatch(options, row)
  else options.tables.batches.save({ ...row, leftovers: leftover.nothing })
  return 1
}

/** Answers how many rows went. */
function removeSome({ items, known, queues, marks }: Tables, { num, leftovers }: BatchRow): number {
  if (leftovers === leftover.waiting) return items.removeWaiting(num, STEP_ROWS)
  const marked = leftovers === leftover.all ? marks.remove(num, STEP_ROWS) : 0
  return (
    marked || items.removeAny(num, STEP_ROWS) || known.remove(num, STEP_ROWS) || queues.remove(num, STEP_ROWS)
  )
}

function removeBatch({ tables, files }: SweepOptions, { num, id }: BatchRow): void {
  files.remove(id)
  tables.rejections.remove(num)
  tables.batches.remove(num)
}

function forgetBatches({ tables, retentionMs }: SweepOptions, now: number): number {
  const rows = tables.batches.some('toForget', now - retentionMs)
  for (const row of rows) tables.batches.save({ ...row, leftovers: leftover.all })
  return rows.length
}
