import type { Log } from '#shared/log.ts'
import type { ResultFiles } from '../disk/result-files.ts'
import { type BatchRow, leftover } from './statements/batches-table.ts'
import { dropWaiting, saveBatch, type Tables } from './tables.ts'

export interface CleanupOptions {
  readonly tables: Tables
  readonly files: ResultFiles
  /** How long a batch that ended is kept, in milliseconds. */
  readonly retentionMs: number
  readonly logger: Log
}

/** What a sweep did. */
export interface CleanupResult {
  /** Whether there may be more to remove. */
  readonly hasMore: boolean
  /** Hosts may release again. */
  readonly hasReadyQueues: boolean
  /** Batches that ended. */
  readonly ended: readonly string[]
}

/** Rows of one write, so that it keeps the event loop for some milliseconds only. */
const STEP_ROWS = 250
/** What was laid by and has ended is known here by then; records that come later are dropped as repeats. */
const DEFERRED_MS = 86_400_000

/** A file that could not be removed is tried again after this time. */
const STUCK_MS = 3_600_000

/** Until when batches are left alone, by their numbers: a file that can't be removed holds up no other batch. */
type Stuck = Map<number, number>

/** Makes one step of what is to be done now and then, within a write. */
export function makeCleanup(options: CleanupOptions): (now: number) => CleanupResult {
  const { tables } = options
  const stuck: Stuck = new Map()
  return (now) => {
    const ended = expire(tables, now)
    const hasReadyQueues = tables.queues.endCooldowns(now) > 0
    const removed = removeLeftovers(options, stuck, now) + forgetBatches(options, now)
    const forgotten = tables.deferred.forget(now - DEFERRED_MS, STEP_ROWS)
    return { hasMore: removed > 0 || forgotten === STEP_ROWS, hasReadyQueues, ended }
  }
}

/** Crawls whose time is over. */
function expire(tables: Tables, now: number): string[] {
  return tables.batches.some('toExpire', now).flatMap((row) => {
    dropWaiting(row)
    return saveBatch(tables, row, now) ? [row.id] : []
  })
}

function removeLeftovers(options: CleanupOptions, stuck: Stuck, now: number): number {
  const { tables } = options
  const row = nextToClean(tables, ({ num }) => (stuck.get(num) ?? 0) > now)
  if (row === null) return 0
  if (removeSome(tables, row) > 0) return 1
  if (row.leftovers !== leftover.all) tables.batches.save({ ...row, leftovers: leftover.nothing })
  else if (!removeBatch(options, row)) stuck.set(row.num, now + STUCK_MS)
  return 1
}

function nextToClean({ batches }: Tables, isStuck: (row: BatchRow) => boolean): BatchRow | null {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = batches.some('toSweep', before)
    const found = page.find((row) => !isStuck(row))
    const last = page.at(-1)
    if (found !== undefined || last === undefined) return found ?? null
    before = last.num
  }
}

/** Answers how many rows went. */
function removeSome({ items, seen, queues, resultIndex }: Tables, { num, leftovers }: BatchRow): number {
  if (leftovers === leftover.waiting) return items.removeWaiting(num, STEP_ROWS)
  const marked = leftovers === leftover.all ? resultIndex.remove(num, STEP_ROWS) : 0
  return (
    marked || items.removeAny(num, STEP_ROWS) || seen.remove(num, STEP_ROWS) || queues.remove(num, STEP_ROWS)
  )
}

/** Answers whether it is gone; nobody sees it either way. */
function removeBatch({ tables, files, logger }: CleanupOptions, { num, id }: BatchRow): boolean {
  try {
    files.remove(id)
  } catch (err) {
    logger.error({ err, batch: id }, 'the result file of a batch can not be removed')
    return false
  }
  tables.rejections.remove(num)
  tables.batches.remove(num)
  return true
}

function forgetBatches({ tables, retentionMs }: CleanupOptions, now: number): number {
  const rows = tables.batches.some('toForget', now - retentionMs)
  for (const row of rows) tables.batches.save({ ...row, leftovers: leftover.all })
  return rows.length
}
