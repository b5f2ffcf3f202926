import { decodeCompletedOffsets } from '#shared/consumer/offsets/offset-metadata.ts'
import type { EventLog } from '#shared/ports/event-log.ts'

/** How far a group is, in records, as far as it told the log: what it finished beyond a slow one counts as finished. */
export interface GroupProgress {
  readonly unfinished: number
  /** Grows by one with each record that it finishes; the value itself means nothing. */
  readonly finishedCount: number
}

/** How far the group is with the topics. Rejects with `SERVICE_UNAVAILABLE` when the log is away. */
export async function readProgress(
  log: EventLog,
  group: string,
  topics: readonly string[],
): Promise<GroupProgress> {
  const lags = await log.lag(group, topics)
  const positions = lags.flatMap((lag) => lag.positions)
  const ranges = positions.flatMap(({ offset, metadata }) => decodeCompletedOffsets(offset, metadata))
  const completedBeyond = ranges.reduce((sum, { start, end }) => sum + end - start, 0)
  return {
    unfinished: lags.reduce((sum, { records }) => sum + records, 0) - completedBeyond,
    finishedCount: positions.reduce((sum, { offset }) => sum + offset, 0) + completedBeyond,
  }
}

/** Records of the topics that the group has not finished. Rejects as `readProgress` does. */
export async function backlog(log: EventLog, group: string, topics: readonly string[]): Promise<number> {
  return (await readProgress(log, group, topics)).unfinished
}
