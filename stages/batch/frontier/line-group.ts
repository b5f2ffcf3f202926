import type { RejectedLine } from '#shared/ports/batches.ts'
import type { Batch, LineGroup } from './frontier.ts'

const DUPLICATE = 'duplicate of an earlier line'

/**
 * Returns the lines of a group that are rejected, in order: wrong ones, and those whose page is not new. `wasNew` says of each
 * item whether it was.
 */
export function rejectedLines(
  { crawl }: Pick<Batch, 'crawl'>,
  { items, rejected }: Pick<LineGroup, 'items' | 'rejected'>,
  wasNew: readonly boolean[],
): readonly RejectedLine[] {
  const reason = crawl === null ? DUPLICATE : `${DUPLICATE}, or beyond the crawl's most pages`
  const duplicates = items.filter(({ role }, at) => role === 'page' && wasNew[at] === false)
  if (duplicates.length === 0) return rejected
  return [...rejected, ...duplicates.map(({ line }) => ({ line, reason }))].toSorted(
    (one, other) => one.line - other.line,
  )
}

/** Returns the lines of a group from `next` on. */
export function linesFrom(group: LineGroup, next: number): LineGroup {
  return {
    first: next,
    next: group.next,
    items: group.items.filter(({ line }) => line >= next),
    rejected: group.rejected.filter(({ line }) => line >= next),
  }
}
