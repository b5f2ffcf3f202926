import { formatCount } from '../../../ui/format.ts'

/** Counts of headings by level in words, without those that are 0: `1 h1, 3 h2`; '' for none. */
export function headingCounts(counts: Readonly<Record<string, number>>): string {
  const present = Object.entries(counts).filter(([, count]) => count > 0)
  return present.map(([level, count]) => `${formatCount(count)} ${level}`).join(', ')
}
