/** Work that was in hand when a process ended, and may have ended it: little of it runs at a time, in all groups. */
export interface SuspectLimit {
  /** Takes room for a record with so many ends; answers how to give it back, null when there is none now. */
  tryAcquire(isExclusive: boolean): (() => void) | null
}

/** Records that were in hand at one end run so many at a time: one of them is guilty at most, as a rule. */
const MAX_CONCURRENT = 8

export function makeSuspectLimit(maxConcurrent = MAX_CONCURRENT): SuspectLimit {
  let taken = 0
  return {
    tryAcquire(isExclusive) {
      const permits = isExclusive ? maxConcurrent : 1
      if (taken + permits > maxConcurrent) return null
      taken += permits
      return () => {
        taken -= permits
      }
    },
  }
}

/** Those of this process: what ends it, ends all that its groups have in hand. */
export const processSuspectLimit = makeSuspectLimit()
