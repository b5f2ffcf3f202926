import type { PartitionBounds } from '#shared/ports/event-log.ts'

/**
 * Why a group can't go on where it was: retention took records before it read them; the log lost its tail, and new records
 * take the offsets; the topic was made anew, and all offsets with it.
 */
export type LogChangeCause = 'retention' | 'lost tail' | 'made anew'

/** A partition of a log that is not as its group left it. */
export interface LogChange {
  readonly topic: string
  readonly partition: number
  readonly cause: LogChangeCause
  /** Where the group stood, and where it goes on. */
  readonly from: number
  readonly to: number
  /** Offsets that the group neither finished nor has in hand, and never reads. */
  readonly lost: number
  /** Offsets that the group had finished and that it reads again, as other records or the same. */
  readonly replayed: number
}

/** Whether both are known, and not the same log. */
export function isOtherLog(one: string, other: string): boolean {
  return one !== '' && other !== '' && one !== other
}

/** Whether the last commit speaks of the records that are there; of one that names no log its offset has to tell. */
export function isOfCurrentLog({ committed, log, end }: PartitionBounds): boolean {
  if (committed === null || isOtherLog(committed.log, log)) return false
  return committed.log === log && log !== '' ? true : committed.offset <= end
}
