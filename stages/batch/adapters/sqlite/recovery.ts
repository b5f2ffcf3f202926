import type { Log } from '#shared/log.ts'
import type { ResultFiles } from '../disk/result-files.ts'
import { type BatchRow, leftover } from './statements/batches-table.ts'
import { dropAll, saveBatch, type Tables } from './tables.ts'

export interface RecoveryOptions {
  readonly tables: Tables
  readonly files: ResultFiles
  /** See `SqliteFrontierOptions`. */
  readonly leaseMs: number
  readonly logger: Log
}

/** Endings that the log has for what was under way are taken in first, should leases have run out in the meantime. */
const GRACE_MS = 60_000

/**
 * After a start: what was committed and did not reach the disk is written again to the result files, what was written
 * and not committed is cut off, and batches that were not launched never were. No lease is over yet. Within a write.
 */
export function recover({ tables, files, leaseMs, logger }: RecoveryOptions): void {
  for (const { id, start, lines } of tables.unsyncedLines.all()) {
    if (files.length(id) >= start) files.write(id, start, lines)
  }
  for (const row of all(tables, 'unfinished')) {
    const length = files.cut(row.id, row.length)
    if (length < row.length) recordLostLines(tables, row, length, logger)
  }
  for (const row of all(tables, 'unfinished')) if (row.state === 'cancelled') endCancelled(tables, row)
  for (const row of all(tables, 'begun')) tables.batches.save({ ...row, leftovers: leftover.all })
  tables.items.extendLeases(Date.now() + Math.min(GRACE_MS, leaseMs))
}

/** Former versions waited for what was under way. */
function endCancelled(tables: Tables, row: BatchRow): void {
  dropAll(tables, row)
  saveBatch(tables, row, Date.now())
}

/** Only somebody's hand, or a broken disk, takes what was committed. */
function recordLostLines(tables: Tables, row: BatchRow, length: number, log: Log): void {
  log.error({ batch: row.id, missing: row.length - length }, 'result lines of a batch are lost')
  tables.resultIndex.cut(row.num, length)
  tables.batches.save({ ...row, length, marked: Math.min(row.marked, length) })
}

function* all({ batches }: Tables, kind: 'unfinished' | 'begun'): Iterable<BatchRow> {
  let page = batches.some(kind, Number.MAX_SAFE_INTEGER)
  while (page.length > 0) {
    yield* page
    page = batches.some(kind, (page.at(-1) as BatchRow).num)
  }
}
