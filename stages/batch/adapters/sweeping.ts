import type { Log } from '#shared/log.ts'
import { type BatchRow, leftover } from './batches-table.ts'
import type { ResultFiles } from './result-files.ts'
import { drop, settle, type Tables } from './tables.ts'

export interface SweepOptions {
  readonly tables: Tables
  readonly files: ResultFiles
  /** How long a batch that ended is kept, in milliseconds. */
  readonly retentionMs: number
  readonly logger: Log
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
/** What was laid by and has ended is known here by then; records that come later are dropped as repeats. */
const DEFERRED_MS = 86_400_000

/** A file that could not be removed is tried again after this time. */
const STUCK_MS = 3_600_000

/** Until when batches are left alone, by their numbers: a file that can't be removed holds up no other batch. */
type Stuck = Map<number, number>

/** Makes one step of what is to be done now and then, within a write. */
export function makeSweep(options: SweepOptions): (now: number) => Swept {
  const { tables } = options
  const stuck: Stuck = new Map()
  return (now) => {
    const ended = expire(tables, now)
    const isAwake = tables.queues.wakeRested(now) > 0
    const removed = removeLeftovers(options, stuck, now) + forgetBatches(options, now)
    const forgotten = tables.deferred.forget(now - DEFERRED_MS, STEP_ROWS)
    return { hasMore: removed > 0 || forgotten === STEP_ROWS, isAwake, ended }
  }
}

/** Crawls whose time is over. */
function expire(tables: Tables, now: number): string[] {
  return tables.batches.some('toExpire', now).flatMap((row) => {
    drop(row)
    return settle(tables, row, now) ? [row.id] : []
  })
}

function removeLeftovers(options: SweepOptions, stuck: Stuck, now: number): number {
  const { tables } = options
  const row = nextToSweep(tables, ({ num }) => (stuck.get(num) ?? 0) > now)
  if (row === null) return 0
  if (removeSome(tables, row) > 0) return 1
  if (row.leftovers !== leftover.all) tables.batches.save({ ...row, leftovers: leftover.nothing })
  else if (!removeBatch(options, row)) stuck.set(row.num, now + STUCK_MS)
  return 1
}

function nextToSweep({ batches }: Tables, isStuck: (row: BatchRow) => boolean): BatchRow | null {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = batches.some('toSweep', before)
    const found = page.find((row) => !isStuck(row))
    const last = page.at(-1)
    if (found !== undefined || last === undefined) return found ?? null
    before = last.num
  }
}

/** Answers how many rows went. */
function removeSome({ items, known, queues, marks }: Tables, { num, leftovers }: BatchRow): number {
  if (leftovers === leftover.waiting) return items.removeWaiting(num, STEP_ROWS)
  const marked = leftovers === leftover.all ? marks.remove(num, STEP_ROWS) : 0
  return (
    marked || items.removeAny(num, STEP_ROWS) || known.remove(num, STEP_ROWS) || queues.remove(num, STEP_ROWS)
  )
}

/** Answers whether it is gone; nobody sees it either way. */
function removeBatch({ tables, files, logger }: SweepOptions, { num, id }: BatchRow): boolean {
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

function forgetBatches({ tables, retentionMs }: SweepOptions, now: number): number {
  const rows = tables.batches.some('toForget', now - retentionMs)
  for (const row of rows) tables.batches.save({ ...row, leftovers: leftover.all })
  return rows.length
}
