import { formatBytes, formatMs } from '../../../ui/format.ts'
import { BYTES_PER_KIB } from '../results/performance/resources/kibibytes.ts'
import type { Gain } from './finding.ts'

/** A tenth of a second counts as much as a point of the SEO score. */
const MS_PER_POINT = 100
/** What a unit of 1,024 bytes takes on a phone's network (slow 4G, 1.6 Mbit/s), where no time is known. */
const MS_PER_KB = 5
const PARTS_OF_POINT = 10_000

/** How much a gain counts beside others, in points. */
export function weightOf({ points, ms, kb }: Gain): number {
  return points / PARTS_OF_POINT + (ms ?? (kb ?? 0) * MS_PER_KB) / MS_PER_POINT
}

/** A gain in words: `+5.20 points`, `saves 1.24 s, 120 kB`; the empty text for none. */
export function gainInWords({ points, ms, kb }: Gain): string {
  if (points > 0) return `+${(points / PARTS_OF_POINT).toFixed(2)} points`
  const saved = [
    ...(ms === null || ms <= 0 ? [] : [formatMs(ms)]),
    ...(kb === null || kb <= 0 ? [] : [formatBytes(Math.round(kb * BYTES_PER_KIB))]),
  ]
  return saved.length === 0 ? '' : `saves ${saved.join(', ')}`
}
