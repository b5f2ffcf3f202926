import type { RejectedLine } from '#shared/ports/batches.ts'
import type { LineGroup } from '#stages/batch/frontier/frontier.ts'
import { page } from '../batch-scene.ts'

/** A group of lines that begins with a line of this number. Null: a blank line. A reason: a wrong line. */
export function lineGroup(
  first: number,
  lines: readonly (string | null | Pick<RejectedLine, 'reason'>)[],
): LineGroup {
  const numbered = lines.map((content, at) => ({ line: first + at, content }))
  return {
    first,
    next: first + lines.length,
    items: numbered.flatMap(({ line, content }) =>
      typeof content === 'string' ? [{ ...page(content), line }] : [],
    ),
    rejected: numbered.flatMap(({ line, content }) =>
      content !== null && typeof content === 'object' ? [{ line, reason: content.reason }] : [],
    ),
  }
}
