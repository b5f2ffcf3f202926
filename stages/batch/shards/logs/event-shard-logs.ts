import { unavailable } from '#shared/errors.ts'
import { endedOf } from '#shared/messages/events/ended.ts'
import { ENDED, INTAKE } from '#shared/messages/topics.ts'
import type { EventLog, EventReader, LogRecord } from '#shared/ports/event-log.ts'
import type { IntakeRecord } from '../shard-store.ts'
import { decodeCommand, encodeCommand } from './command-codec.ts'
import { makeOutcomeLoader, type OutcomeSource } from './load-outcomes.ts'
import type { Ending, ShardLogs } from './shard-logs.ts'

export interface EventShardLogsOptions extends Omit<OutcomeSource, 'events'> {
  readonly log: Pick<EventLog, 'append'>
  readonly events: EventReader
  /** Reads outcomes. Default: `events`. */
  readonly outcomes?: OutcomeSource['events']
}

/** The inputs of shards as records of the event log. The partition of a shard has its number. */
export function eventShardLogs({
  log,
  events,
  outcomes = events,
  ...source
}: EventShardLogsOptions): ShardLogs {
  async function oldestOf(topic: string, shard: number): Promise<number> {
    const range = (await events.bounds(topic))[shard]
    if (range === undefined) throw unavailable('event log', new Error(`${topic} has no partition ${shard}`))
    return range.oldest
  }

  return {
    async append(shard, command) {
      const value = encodeCommand(command)
      const [place] = await log.append([{ topic: INTAKE, partition: shard, key: null, value, headers: {} }])
      if (place === undefined) throw unavailable('event log', new Error('The place of a command is unknown'))
      return place.offset
    },
    async intake(shard, position) {
      const { records, ...page } = await events.read(INTAKE, shard, position)
      return { records: records.map(toIntakeRecord), ...page }
    },
    async endings(shard, position) {
      const { records, ...page } = await events.read(ENDED, shard, position)
      return { endings: records.flatMap(endingsOf), ...page }
    },
    async oldest(shard) {
      const [intake, ended] = await Promise.all([oldestOf(INTAKE, shard), oldestOf(ENDED, shard)])
      return { intake, ended }
    },
    load: makeOutcomeLoader({ events: outcomes, ...source }),
    watch: (shard, onChange) =>
      events.watch([INTAKE, ENDED], (changed) => {
        const isChanged = (topic: string) =>
          changed === 'all' || changed.some((one) => one.partition === shard && one.topic === topic)
        if (isChanged(INTAKE)) onChange('intake')
        if (isChanged(ENDED)) onChange('ended')
      }),
  }
}

function toIntakeRecord({ offset, timestamp, value }: LogRecord): IntakeRecord {
  return { offset, timestamp, command: decodeCommand(value) }
}

function endingsOf(record: LogRecord): Ending[] {
  const ended = endedOf(record)
  return ended === null ? [] : [{ offset: record.offset, ...ended }]
}
