/** A value that rows are sorted by. */
export type SortKey = number | string | boolean | null

/**
 * The order of two values of a column: numbers by size, texts by their UTF-16 code units, false before true. Null comes last,
 * also in descending order.
 */
export function orderOf({
  isDescending,
}: {
  readonly isDescending: boolean
}): (a: SortKey, b: SortKey) => number {
  const sign = isDescending ? -1 : 1
  return (a, b) => {
    if (a === b) return 0
    if (a === null || b === null) return a === null ? 1 : -1
    return a < b ? -sign : sign
  }
}
