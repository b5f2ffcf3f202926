/** Header values are bytes on the wire; a string is sent as UTF-8. What is read back is always a Buffer. */
export type Headers = Readonly<Record<string, Buffer | string>>

/** A record of the log, as it was read. `offset` increases within a partition, possibly with gaps. */
export interface LogRecord {
  readonly topic: string
  readonly partition: number
  readonly offset: number
  readonly key: Buffer | null
  readonly value: Buffer | null
  readonly headers: Readonly<Record<string, Buffer>>
  /** All headers as they were appended, where the log has them as text: nothing need be decoded. Absent = it has not. */
  readonly headerTexts?: Readonly<Record<string, string>>
  /** Milliseconds since the epoch, set by the producer. */
  readonly timestamp: number
  /** Set when the record stands for records that cannot be decoded. It has the offset of the last one, and no key and value. */
  readonly unreadable?: Unreadable
}

/** Why a record batch cannot be decoded, and the offsets of its records. */
export interface Unreadable {
  readonly reason: string
  readonly firstOffset: number
  readonly lastOffset: number
}

/**
 * A record to append. Records with the same key go to one partition, in the order of the appends, unless the log spreads their
 * topic evenly.
 */
export interface NewRecord {
  readonly topic: string
  readonly key: Buffer | string | null
  readonly value: Buffer | string | null
  readonly headers: Headers
}

/** Where a record is in the log. */
export interface RecordPlace {
  readonly topic: string
  readonly partition: number
  readonly offset: number
}

/** The position of a group in a partition: `offset` is that of the next record, `metadata` was committed with it. */
export interface Position {
  readonly topic: string
  readonly partition: number
  readonly offset: number
  /** At most METADATA_LIMIT bytes of ASCII. */
  readonly metadata: string
}

/**
 * Maximum bytes of metadata in a commit of one partition: Kafka's default (`offset.metadata.max.bytes`, 4096) less the id
 * of the log, which the adapter adds.
 */
export const METADATA_LIMIT = 4060

/** The bounds of a partition when it is assigned, and the last commit of the group. */
export interface PartitionBounds {
  readonly topic: string
  readonly partition: number
  /** Id of the log to which the offsets belong; a recreated topic has another one. '' = unknown. */
  readonly log: string
  /** Offset of the oldest record; `end` in an empty partition. */
  readonly oldest: number
  /** Offset after the newest record. */
  readonly end: number
  /** The last commit, possibly of another log or beyond the bounds. Null = the group never committed. */
  readonly committed: { readonly log: string; readonly offset: number; readonly metadata: string } | null
  /** The log was truncated: from these offsets on, the commit or the records that this member received are no longer valid. */
  readonly committedTo?: number
  readonly givenTo?: number
}

/** The callbacks of a subscriber. They must not block. */
export interface Receiver {
  /**
   * The member joined its group, for the first time or again, or the log was truncated or recreated. `positions` holds
   * every partition that the member owns from here on, with the last commit of the group. Without a valid commit the
   * metadata is '', and the offset is that of the oldest record, or the end of a truncated log.
   * `bounds` holds the bounds of the same partitions, in the same order.
   * Called before the first record of the assignment. Records from `offset` on are delivered again.
   */
  assigned(positions: readonly Position[], bounds: readonly PartitionBounds[]): void
  /**
   * The group rebalances; `assigned` follows. Commits that are sent at once still count. Work that starts before `assigned`
   * is repeated by the next owner of the partition. Not every log calls it.
   */
  revoking?(): void
  /** Records of one partition, ascending. After `pause`, only records that were already fetched arrive. */
  received(records: readonly LogRecord[]): void
}

/** A membership in a consumer group. It survives lost connections and rejoins by itself until it is closed. */
export interface Subscription {
  /** Commits positions. Rejects when the log is unavailable or a partition is no longer owned. It does not retry. */
  commit(positions: readonly Position[]): Promise<void>
  /** Stops fetching until `resume`, also after a rejoin. The membership stays alive. */
  pause(): void
  resume(): void
  /** Leaves the group, so that other members take over at once. */
  close(): Promise<void>
}

/** The lag of a group in a topic. */
export interface Lag {
  readonly topic: string
  /** Number of records that are not committed, over all partitions. */
  readonly records: number
  /** The position in each partition at which a member that joins would start. */
  readonly positions: readonly Position[]
}

/** The configuration of a topic. */
export interface TopicSpec {
  readonly topic: string
  /** How long a record is kept, in milliseconds. */
  readonly retentionMs: number
  /** The largest record in bytes. */
  readonly maxRecordBytes: number
  /** Partitions on brokers; the embedded log has one. Default: those of the log's options. */
  readonly partitions?: number
  /**
   * Log segments on the broker. The embedded log ignores them: it removes the records of work topics once all groups have
   * passed them. Default: the broker's configuration.
   */
  readonly segments?: Segments
  /** Whether records are compressed, with a codec that every client can read. Default: no. */
  readonly isPacked?: boolean
}

/** Segments of a partition. Retention removes whole segments only, and never the active one, so short ones keep closer to it. */
export interface Segments {
  /** Maximum age in milliseconds and size of a segment. */
  readonly ms: number
  readonly bytes: number
  /** Bytes of a partition beyond which the oldest segment is removed, read or unread; null = no limit. */
  readonly partitionBytes: number | null
}

/** The event log: topics of records, read by consumer groups that commit offsets. It is the source of truth. */
export interface EventLog {
  /**
   * Creates missing topics. The embedded log also changes existing topics to the specification; on brokers they keep their
   * configuration, which an operator may have set.
   */
  createTopics(topics: readonly TopicSpec[]): Promise<void>
  /**
   * Appends all records, resolves when they are durable (Kafka: acks = all), with the place of each, in the order of
   * `records`. May be called concurrently. Rejects with a Failure `SERVICE_UNAVAILABLE` when the log does not accept them
   * within the append timeout, and with a RangeError when a record is too large.
   */
  append(records: readonly NewRecord[]): Promise<readonly RecordPlace[]>
  /** Joins `group`; a group that never committed starts at the oldest record. Every group sees every record. */
  subscribe(group: string, topics: readonly string[], receiver: Receiver): Promise<Subscription>
  /** The lag of the group in each topic. Cheap enough for a call each second. */
  lag(group: string, topics: readonly string[]): Promise<Lag[]>
  /** Resolves when the log answers; rejects when it does not. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The readable offsets of a partition: `oldest` ≤ offset < `end`. Both are equal in an empty partition. */
export interface OffsetRange {
  readonly oldest: number
  readonly end: number
}

/** A partition of a topic. */
export interface TopicPartition {
  readonly topic: string
  readonly partition: number
}

/** Successive records of a partition. */
export interface LogPage {
  /** Ascending. Empty when there are none yet, and when the offset is gone. */
  readonly records: readonly LogRecord[]
  /** Offset of the next page. It may be higher than the last record's by more than 1, also on a page without records. */
  readonly next: number
  /** The log has no record of this offset any more, because of its retention, or never had: its topic was created anew. */
  readonly isGone: boolean
  /** No record followed the page when it was read. False when the offset is gone. */
  readonly isEnd: boolean
}

/** What changed: partitions, or possibly any. */
export type ChangedPartitions = readonly TopicPartition[] | 'all'

/**
 * Reads the log from any offset on, without a consumer group: no offsets are committed, and records are kept for the topic's
 * retention only. Methods reject with a Failure `SERVICE_UNAVAILABLE` when the log cannot be read.
 */
export interface EventReader {
  /** The offsets of each partition of the topic, by partition number. */
  bounds(topic: string): Promise<readonly OffsetRange[]>
  /** The page of the partition that begins at the offset. It has the record of this offset first, if there is one. */
  read(topic: string, partition: number, offset: number): Promise<LogPage>
  /**
   * Calls back with the partitions of these topics that may have new records, until the returned function is called. A partition
   * may be new. Records that were appended before the call are not reported for certain.
   */
  watch(topics: readonly string[], onChange: (changed: ChangedPartitions) => void): () => void
}
