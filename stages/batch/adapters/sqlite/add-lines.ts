import type { StoredLines } from '#shared/ports/batch-lines.ts'
import type { RejectedLine } from '#shared/ports/batches.ts'
import type { LineGroup } from '../../frontier/frontier.ts'
import { rejectedLines } from '../../frontier/line-group.ts'
import { insertItems } from './intake.ts'
import { type BatchRow, batchOf } from './statements/batches.ts'
import { type Tables, takesLines } from './tables.ts'

export interface LinesSlice extends StoredLines {
  /** Lines of the group are left for the next write. */
  readonly hasMore: boolean
  /** The batch is an open one. */
  readonly isOpen: boolean
}

/**
 * Stores the first lines of a group within a write, at least one, until `maxMs` have passed. The caller saves the row. See
 * `Frontier.addLines`.
 */
export function insertLines(
  tables: Tables,
  row: BatchRow,
  group: LineGroup,
  maxMs: number,
  now: number,
): LinesSlice | null {
  if (!takesLines(row)) return null
  const isOpen = row.state === 'open'
  if (group.first !== row.next_line)
    return { accepted: 0, rejected: 0, next: row.next_line, hasMore: false, isOpen }
  const hasFirst = row.accepted > 0
  const wasNew = insertItems(tables, row, group.items, maxMs)
  const next = group.items[wasNew.length]?.line ?? group.next
  const stored = {
    items: group.items.slice(0, wasNew.length),
    rejected: group.rejected.filter(({ line }) => line < next),
  }
  const rejected = rejectedLines(batchOf(row), stored, wasNew)
  rejectLines(tables, row, rejected)
  const accepted = stored.items.filter(({ role }, at) => role === 'page' && wasNew[at])
  if (accepted[0] && !hasFirst) tables.batches.setFirstUrl(row, accepted[0].parameters.url)
  row.next_line = next
  row.lines_added_at = now
  return { accepted: accepted.length, rejected: rejected.length, next, hasMore: next < group.next, isOpen }
}

/** Rejects lines of a batch within a write. The caller saves the row. */
export function rejectLines({ rejections }: Tables, row: BatchRow, lines: readonly RejectedLine[]): void {
  rejections.insert(row.num, row.rejected, lines)
  row.rejected += lines.length
}
