import type { LogRecord } from './event-log.ts'

/** What of a topic can be read: from `oldest` on, up to `end` (not included). The same where there is nothing. */
export interface TopicBounds {
  readonly oldest: number
  readonly end: number
}

/**
 * Reads an embedded log from any position on, without a group: nobody remembers how far a reader is, and nothing is kept
 * for it beyond the topic's retention. Methods reject with a Failure `SERVICE_UNAVAILABLE` when the log can't be read.
 */
export interface EventReader {
  bounds(topic: string): Promise<TopicBounds>
  /**
   * A page of the topic's records from `offset` on, ascending; none when there are none yet. The first one has a higher
   * offset when what stood before it is gone.
   */
  read(topic: string, offset: number): Promise<LogRecord[]>
  /** Tells, until the returned function is called, in which topics (or 'all') there may be something new. */
  watch(onNews: (topics: readonly string[] | 'all') => void): () => void
}
