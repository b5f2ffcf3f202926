import type { EventLog, NewRecord, Subscription } from '#shared/ports/event-log.ts'
import type { LogCollector } from './log-collector.ts'

export interface EventLogFeatures {
  /** Partitions that `createTopics` makes; the members of a group share them. With 1, the first member owns it. */
  readonly partitions: number
}

/** Size limit of the topics that the contract creates. */
export const MAX_RECORD_BYTES = 100_000

/** The log under test, for the parts of the contract. */
export interface EventLogFixture {
  readonly features: EventLogFeatures
  log(): EventLog
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
