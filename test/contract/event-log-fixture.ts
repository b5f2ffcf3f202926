import type { EventLog, NewRecord, Subscription } from '#shared/ports/event-log.ts'
import type { LogCollector } from './log-collector.ts'

export interface EventLogFeatures {
  /** Partitions that `createTopics` makes; the members of a group share them. With 1 the first member has it. */
  readonly partitions: number
}

/** The largest record of the topics that the contract makes. */
export const MAX_RECORD_BYTES = 100_000

/** What the parts of the contract work with. */
export interface EventLogFixture {
  readonly features: EventLogFeatures
  log(): EventLog
  /** Creates topics with names of their own. */
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
