import { unpackAhead } from '#shared/pipeline/finished-ahead.ts'
import type { EventLog } from '#shared/ports/event-log.ts'

/**
 * Records of the topics that the group has not finished, as far as it told the log: what it finished beyond a slow one
 * counts as finished. Rejects with `SERVICE_UNAVAILABLE` when the log is away.
 */
export async function backlog(log: EventLog, group: string, topics: readonly string[]): Promise<number> {
  const lags = await log.lag(group, topics)
  const ahead = lags
    .flatMap(({ positions }) => positions)
    .reduce((sum, { offset, metadata }) => sum + unpackAhead(offset, metadata).length, 0)
  return lags.reduce((sum, { records }) => sum + records, 0) - ahead
}
