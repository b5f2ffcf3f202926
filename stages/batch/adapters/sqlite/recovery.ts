import type { Log } from '#shared/log.ts'
import type { ResultFiles } from '../disk/result-files.ts'
import { type BatchRow, leftover } from './statements/batches.ts'
import { dropAll, saveBatch, type Tables } from './tables.ts'

export interface RecoveryOptions {
  readonly tables: Tables
  readonly files: ResultFiles
  /** See `SqliteFrontierOptions`. */
  readonly leaseMs: number
  readonly logger: Log
}

/**
 * The log may hold results of items in flight. They are read before leases expire that ran out while the
 * process was down.
 */
const GRACE_MS = 60_000

/**
 * Recovers after a start, within a write: writes committed result lines again that did not reach the disk,
 * cuts off lines that were written and not committed, discards batches that were not started, and extends all
 * leases.
 */
export function recover({ tables, files, leaseMs, logger }: RecoveryOptions): void {
  for (const { id, start, lines } of tables.unsyncedLines.all()) {
    if (files.length(id) >= start) files.write(id, start, lines)
  }
  for (const row of tables.batches.all('unfinished')) {
    const length = files.cut(row.id, row.length)
    if (length < row.length) recordLostLines(tables, row, length, logger)
    if (row.state === 'cancelled') {
      // Files of former versions may hold cancelled batches that wait for items in flight.
      dropAll(tables, row)
      saveBatch(tables, row, Date.now())
    }
  }
  for (const row of tables.batches.all('begun')) tables.batches.save({ ...row, leftovers: leftover.all })
  tables.items.extendLeases(Date.now() + Math.min(GRACE_MS, leaseMs))
}

/** Committed lines are missing only after manual changes or a disk failure. */
function recordLostLines(tables: Tables, row: BatchRow, length: number, log: Log): void {
  log.error({ batch: row.id, missing: row.length - length }, 'result lines of a batch are lost')
  tables.resultIndex.cut(row.num, length)
  row.length = length
  row.marked = Math.min(row.marked, length)
  tables.batches.save(row)
}
