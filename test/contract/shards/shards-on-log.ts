import { endedRecord } from '#shared/messages/events/ended.ts'
import { outcomeRecord } from '#shared/messages/events/outcome.ts'
import { INTAKE } from '#shared/messages/topics.ts'
import type { EventLog, EventReader } from '#shared/ports/event-log.ts'
import { eventShardLogs } from '#stages/batch/shards/logs/event-shard-logs.ts'
import type { ShardLogsFixture } from './shard-logs.ts'

/** The inputs of shards on this log, whose topics exist. */
export function shardsOnLog(
  log: Pick<EventLog, 'append'>,
  events: EventReader,
): Omit<ShardLogsFixture, 'removeCommands' | 'close'> {
  const logs = eventShardLogs({ log, events, needsValue: () => false, readValue: async () => null })
  return {
    logs,
    async appendText(shard, value) {
      await log.append([{ topic: INTAKE, partition: shard, key: null, value, headers: {} }])
    },
    async end(shard, { id, outcome }) {
      const url = `http://${id}.example/`
      const about = { id, operation: null, lane: 'batch', parameters: null, url } as const
      const inspection = { ...about, expiresAt: null, traceparent: null, timing: '' }
      const [place] = outcome === null ? [null] : await log.append([outcomeRecord(inspection, outcome)])
      if (place === undefined) throw new Error('the log named no place')
      await log.append([endedRecord(shard, { id, place })])
    },
  }
}
