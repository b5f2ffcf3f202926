import type { PartitionBounds } from '#shared/ports/event-log.ts'

/**
 * Why a group cannot continue at its position: retention removed records before the group read them; the log was
 * truncated, and new records get the same offsets; the topic was recreated, and its offsets start again.
 */
export type LogChangeCause = 'retention' | 'truncated' | 'recreated'

/** A partition whose log is not as its group left it. */
export interface LogChange {
  readonly topic: string
  readonly partition: number
  readonly cause: LogChangeCause
  /** The position of the group before, and the one at which it continues. */
  readonly from: number
  readonly to: number
  /** Offsets that the group has neither finished nor in flight, and never reads. */
  readonly lost: number
  /** Offsets that the group had finished and reads again, with the same or other records. */
  readonly replayed: number
}

/** Whether both log ids are known and differ. */
export function isOtherLog(one: string, other: string): boolean {
  return one !== '' && other !== '' && one !== other
}

/** Whether the last commit belongs to the current log. A commit without a log id does when its offset is not beyond the end. */
export function isOfCurrentLog({ committed, log, end }: PartitionBounds): boolean {
  if (committed === null || isOtherLog(committed.log, log)) return false
  return committed.log === log && log !== '' ? true : committed.offset <= end
}
