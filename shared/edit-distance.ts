/** Edit distance with insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let older: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = nextRow(a, b, i, { older, last })
    older = last
    last = row
  }
  return last[b.length] ?? 0
}

/** The next row of the distance table, from the rows before it. */
function nextRow(
  a: string,
  b: string,
  i: number,
  { older, last }: Record<'older' | 'last', readonly number[]>,
) {
  const row = [i]
  for (let j = 1; j <= b.length; j++) {
    const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
    const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    const swapped = isSwap ? (older[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
    row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped))
  }
  return row
}
