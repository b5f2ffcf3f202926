/** Work that was in hand when a process ended, and may have ended it: little of it runs at a time, in all groups. */
export interface Suspects {
  /** Takes room for a record with so many ends; answers how to give it back, null when there is none now. */
  take(isAlone: boolean): (() => void) | null
}

/** Records that were in hand at one end run so many at a time: one of them is guilty at most, as a rule. */
const AT_ONCE = 8

export function makeSuspects(atOnce = AT_ONCE): Suspects {
  let taken = 0
  return {
    take(isAlone) {
      const room = isAlone ? atOnce : 1
      if (taken + room > atOnce) return null
      taken += room
      return () => {
        taken -= room
      }
    },
  }
}

/** Those of this process: what ends it, ends all that its groups have in hand. */
export const suspects = makeSuspects()
