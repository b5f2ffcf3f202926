import { unpackAhead } from '#shared/pipeline/finished-ahead.ts'
import type { EventLog } from '#shared/ports/event-log.ts'

/** How far a group is, in records, as far as it told the log: what it finished beyond a slow one counts as finished. */
export interface Standing {
  readonly unfinished: number
  /** Grows by one with each record that it finishes; the value itself means nothing. */
  readonly finished: number
}

/** How far the group is with the topics. Rejects with `SERVICE_UNAVAILABLE` when the log is away. */
export async function standingOf(log: EventLog, group: string, topics: readonly string[]): Promise<Standing> {
  const lags = await log.lag(group, topics)
  const positions = lags.flatMap((lag) => lag.positions)
  const runs = positions.flatMap(({ offset, metadata }) => unpackAhead(offset, metadata))
  const ahead = runs.reduce((sum, { start, end }) => sum + end - start, 0)
  return {
    unfinished: lags.reduce((sum, { records }) => sum + records, 0) - ahead,
    finished: positions.reduce((sum, { offset }) => sum + offset, 0) + ahead,
  }
}

/** Records of the topics that the group has not finished. Rejects as `standingOf` does. */
export async function backlog(log: EventLog, group: string, topics: readonly string[]): Promise<number> {
  return (await standingOf(log, group, topics)).unfinished
}
