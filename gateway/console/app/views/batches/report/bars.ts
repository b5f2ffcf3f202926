/** A bar: what it counts, how much, and as a share of the longest one or of a whole, from 0 to 1. */
export interface BarRow {
  readonly label: string
  readonly count: number
  readonly share: number
}

/** Bars of counts by name, numbers in their order, then words by count; the longest bar is whole. */
export function countBars(counts: Readonly<Record<string, number>>): BarRow[] {
  const entries = Object.entries(counts)
  const longest = Math.max(1, ...entries.map(([, count]) => count))
  return entries
    .sort(([a, countA], [b, countB]) =>
      isNumber(a) && isNumber(b) ? Number(a) - Number(b) : countB - countA,
    )
    .map(([label, count]) => ({ label, count, share: count / longest }))
}

/** Bars of ranges of scores; the longest is whole. */
export function rangeBars(ranges: readonly { from: number; to: number; pages: number }[]): BarRow[] {
  const longest = Math.max(1, ...ranges.map(({ pages }) => pages))
  return ranges.map(({ from, to, pages }) => ({
    label: `${from}–${to}`,
    count: pages,
    share: pages / longest,
  }))
}

/** Bars of scores from 0 to 100, the lowest first. */
export function scoreBars(scores: Readonly<Record<string, number>>): BarRow[] {
  return Object.entries(scores)
    .sort(([, a], [, b]) => a - b)
    .map(([label, score]) => ({ label, count: score, share: score / 100 }))
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text)
}
