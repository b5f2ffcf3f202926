import type { LogRecord } from './event-log.ts'

/** The readable offsets of a topic: `oldest` ≤ offset < `end`. Both are equal in an empty topic. */
export interface TopicBounds {
  readonly oldest: number
  readonly end: number
}

/**
 * Reads the embedded log from any offset on, without a consumer group: no offsets are committed, and records are kept for
 * the topic's retention only. Methods reject with a Failure `SERVICE_UNAVAILABLE` when the log cannot be read.
 */
export interface EventReader {
  bounds(topic: string): Promise<TopicBounds>
  /**
   * A page of the topic's records from `offset` on, ascending; empty when there are none yet. The first record has a higher
   * offset when retention removed the records before it.
   */
  read(topic: string, offset: number): Promise<LogRecord[]>
  /** Calls back with the topics (or 'all') that may have new records, until the returned function is called. */
  watch(onChange: (topics: readonly string[] | 'all') => void): () => void
}
