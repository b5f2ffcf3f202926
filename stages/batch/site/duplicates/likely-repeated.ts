/** Places of the table for each page, at least. */
const ROOM = 8
const SEVERAL = 2

/**
 * The pages whose key another one of them has as well, and some others: of a large site few, so that maps of them stay small.
 * Keys are whole numbers.
 */
export function likelyRepeated(pages: readonly number[], keyOf: (page: number) => number): number[] {
  const mask = 2 ** Math.ceil(Math.log2(ROOM * pages.length + 1)) - 1
  const counts = new Uint8Array(mask + 1)
  for (const page of pages) {
    const place = keyOf(page) & mask
    counts[place] = Math.min(SEVERAL, (counts[place] as number) + 1)
  }
  return pages.filter((page) => counts[keyOf(page) & mask] === SEVERAL)
}
