import type { PageRows } from '../page-rows.ts'
import type { ChosenPages } from './chosen-pages.ts'
import type { FindingPages } from './finding-pages.ts'

/** Rows in the order in which they are wanted. */
export interface ChosenRows {
  readonly rows: PageRows
  readonly chosen: ChosenPages
  /** What the rule of the selection found; null without one. */
  readonly finding: FindingPages | null
}

/** Rows of one answer of the thread. */
export interface RowLines {
  /** NDJSON, one row a line. */
  readonly lines: string
  readonly count: number
  /** Number of the last row; `after` when there is none. */
  readonly last: number
  /** Whether no row follows. */
  readonly isEnd: boolean
}

/** Characters after which an answer ends: what was found at a page may be long. */
const MAX_CHARS = 8_000_000

/** At most `limit` rows behind the one with the number `after`, in their order, and no more than fit into an answer. */
export function rowLines(
  { rows, chosen, finding }: ChosenRows,
  after: number,
  limit: number,
  maxChars = MAX_CHARS,
): RowLines {
  const lines: string[] = []
  let chars = 0
  let last = after
  let position = chosen.positionAfter(after)
  for (; position < chosen.count && lines.length < limit && chars < maxChars; position++) {
    const place = chosen.placeAt(position)
    const row = rows.row(place)
    const line = `${JSON.stringify(finding === null ? row : { ...row, found: finding.foundAt(place) })}\n`
    lines.push(line)
    chars += line.length
    last = row.n
  }
  return { lines: lines.join(''), count: lines.length, last, isEnd: position === chosen.count }
}
