/**
 * Limits how many suspects run at a time, over all groups of the process. A suspect is a record that was in flight when a
 * process crashed, and may have caused the crash.
 */
export interface SuspectLimit {
  /** Takes a permit, or all of them for an exclusive record. Answers its release function; null when none is free. */
  tryAcquire(isExclusive: boolean): (() => void) | null
}

/** Concurrent suspects. As a rule at most one of the records of one crash caused it. */
const MAX_CONCURRENT = 8

/** A limit of `maxConcurrent` suspects at a time. */
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

/** The limit of this process: a crash affects the records of all its groups. */
export const processSuspectLimit = makeSuspectLimit()
