/** Limit of tracked entries (unfinished records, and finished ranges beyond them), as a multiple of the high-water mark. */
const TRACKED_FACTOR = 20

/** How full a lane is: `full` at its high-water mark or the limit of tracked entries, `low` at half of both. */
export function fillLevel(pending: number, tracked: number, highWater: number): 'full' | 'between' | 'low' {
  const share = Math.max(pending / highWater, tracked / (highWater * TRACKED_FACTOR))
  if (share >= 1) return 'full'
  return share <= 0.5 ? 'low' : 'between'
}
