import { decodeCompletedOffsets } from '#shared/consumer/offsets/offset-metadata.ts'
import type { EventLog } from '#shared/ports/event-log.ts'

/** Progress of a consumer group in records, by its commits. Records that are finished beyond a slow one count as finished. */
export interface GroupProgress {
  readonly unfinished: number
  /** Grows by one with each finished record. Only differences have a meaning. */
  readonly finishedCount: number
}

/** Reads the progress of a group in the topics. Rejects with `SERVICE_UNAVAILABLE` while the log is unavailable. */
export async function readProgress(
  log: Pick<EventLog, 'lag'>,
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

/** Number of records of the topics that the group has not finished. Rejects as `readProgress` does. */
export async function backlog(
  log: Pick<EventLog, 'lag'>,
  group: string,
  topics: readonly string[],
): Promise<number> {
  return (await readProgress(log, group, topics)).unfinished
}
