import type { DatabaseSync } from 'node:sqlite'

interface Lines {
  /** Numbers of the first line among those of the shard, and in the batch. */
  readonly line: number
  readonly first: number
  readonly count: number
}

/**
 * Returns the function that tells the number in the batch of a line of a shard, by its number there; null for one that has none
 * yet. It is asked in order of these numbers. The file has one batch.
 */
export function lineNumbers(db: DatabaseSync, shard: number): (own: number) => number | null {
  const select = db.prepare('SELECT line, first, count FROM main.segments WHERE shard = ? ORDER BY line')
  const segments = select.all(shard) as unknown as Lines[]
  let at = 0
  return (own) => {
    while (at < segments.length && endOf(segments[at] as Lines) < own) at += 1
    const lines = segments[at]
    return lines === undefined || own < lines.line ? null : lines.first + own - lines.line
  }
}

function endOf({ line, count }: Lines): number {
  return line + count - 1
}
