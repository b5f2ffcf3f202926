import type { Log } from '#shared/log.ts'
import { type BatchRow, leftover } from './batches-table.ts'
import type { ResultFiles } from './result-files.ts'
import type { Tables } from './tables.ts'

/**
 * After a start: what was committed and did not reach the disk is written again to the result files, what was written
 * and not committed is cut off, and batches that were not launched never were. Within a write.
 */
export function recover(tables: Tables, files: ResultFiles, log: Log): void {
  for (const { id, start, lines } of tables.tails.all()) {
    if (files.length(id) >= start) files.write(id, start, lines)
  }
  for (const row of all(tables, 'unfinished')) {
    const length = files.cut(row.id, row.length)
    if (length < row.length) shorten(tables, row, length, log)
  }
  for (const row of all(tables, 'begun')) tables.batches.save({ ...row, leftovers: leftover.all })
}

/** Only somebody's hand, or a broken disk, takes what was committed. */
function shorten(tables: Tables, row: BatchRow, length: number, log: Log): void {
  log.error({ batch: row.id, missing: row.length - length }, 'result lines of a batch are lost')
  tables.marks.cut(row.num, length)
  tables.batches.save({ ...row, length, marked: Math.min(row.marked, length) })
}

function* all({ batches }: Tables, kind: 'unfinished' | 'begun'): Iterable<BatchRow> {
  let page = batches.some(kind, Number.MAX_SAFE_INTEGER)
  while (page.length > 0) {
    yield* page
    page = batches.some(kind, (page.at(-1) as BatchRow).num)
  }
}
