/** What is remembered of unfinished records and of finished ones beyond them, as a multiple of the high-water mark. */
const TRACKED_FACTOR = 20

/** Whether a lane that holds and remembers so much is full, has room again, or is between the two. */
export function fillLevel(pending: number, tracked: number, highWater: number): 'full' | 'between' | 'low' {
  const share = Math.max(pending / highWater, tracked / (highWater * TRACKED_FACTOR))
  if (share >= 1) return 'full'
  return share <= 0.5 ? 'low' : 'between'
}
