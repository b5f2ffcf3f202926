import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type {
  EventLog,
  EventReader,
  NewRecord,
  RecordPlace,
  Subscription,
  TopicSpec,
} from '#shared/ports/event-log.ts'
import type { LogCollector } from './log-collector.ts'

export interface EventLogFeatures {
  /** Partitions that `createTopics` makes; the members of a group share them. With 1, the first member owns it. */
  readonly partitions: number
}

/** Size limit of the topics that the contract creates. */
export const MAX_RECORD_BYTES = 100_000

const CREATED_WITHIN_MS = 30_000

/** Creates topics as a caller does, who asks again: a broker on a busy machine may take longer than the log waits. */
export function createTopics(log: EventLog, specs: readonly TopicSpec[]): Promise<void> {
  return retryWhileUnavailable(() => log.createTopics(specs), { maxWaitMs: CREATED_WITHIN_MS })
}

/** The log under test, for the parts of the contract. */
export interface EventLogFixture {
  readonly features: EventLogFeatures
  log(): EventLog
  reader(): EventReader
  /** Creates topics with unique names. */
  topics(count: number): Promise<string[]>
  topic(): Promise<string>
  group(): string
  /** Subscribes until the test ends. */
  join(group: string, topics: readonly string[], collector?: LogCollector): Promise<Joined>
}

export interface Joined {
  readonly collector: LogCollector
  readonly subscription: Subscription
}

export function textRecord(topic: string, key: string | null, value: string): NewRecord {
  return { topic, key, value, headers: {} }
}

/** The places of the records in a log whose topics have one partition, all empty. */
export function firstPlaces(records: readonly NewRecord[]): RecordPlace[] {
  const ends = new Map<string, number>()
  return records.map(({ topic }) => {
    const offset = ends.get(topic) ?? 0
    ends.set(topic, offset + 1)
    return { topic, partition: 0, offset }
  })
}
