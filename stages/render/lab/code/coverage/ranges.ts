/** Characters of a text (UTF-16 code units), from `start` to before `end`. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** The same characters as sorted ranges that neither overlap nor touch. */
export function unionOf(ranges: readonly Range[]): Range[] {
  const union: { start: number; end: number }[] = []
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    if (end <= start) continue
    const last = union.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else union.push({ start, end })
  }
  return union
}

/** Number of characters in at least one of the ranges. */
export function sizeOf(ranges: readonly Range[]): number {
  return unionOf(ranges).reduce((sum, { start, end }) => sum + end - start, 0)
}

/** Number of characters that are in `ranges` and in none of `others`. */
export function sizeWithout(ranges: readonly Range[], others: readonly Range[]): number {
  return sizeOf([...ranges, ...others]) - sizeOf(others)
}
