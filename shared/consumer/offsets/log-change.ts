import type { Log } from '#shared/log.ts'
import { groupOf, readerNames } from '#shared/messages/consumer-groups.ts'
import { type Lane, lanes } from '#shared/messages/topics.ts'
import type { PartitionBounds } from '#shared/ports/event-log.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'

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

/** A function that logs and counts changes of the log, for one consumer. */
export function makeLogChangeReporter(
  stage: string,
  logger: Log,
  metrics: Metrics,
): (change: LogChange, lane: Lane) => void {
  const labels = { stage: readerNames, lane: lanes }
  const lost = metrics.counter({
    name: 'pageprobe_records_lost_total',
    help: 'Records that retention removed before the group read them',
    labels,
  })
  const replayed = metrics.counter({
    name: 'pageprobe_records_replayed_total',
    help: 'Offsets that a group had finished and reads again, since the log was truncated or its topic recreated',
    labels,
  })
  return (change, lane) => {
    lost.add({ stage, lane }, change.lost)
    replayed.add({ stage, lane }, change.replayed)
    logger.warn({ group: groupOf(stage, lane), ...change }, messages[change.cause])
  }
}

const messages: Readonly<Record<LogChange['cause'], string>> = {
  retention: 'retention removed records that this group had not read: it continues at the oldest record',
  truncated: 'the log was truncated: this group reads the records that follow again',
  recreated: 'the topic was recreated: this group reads it from its position there',
}
