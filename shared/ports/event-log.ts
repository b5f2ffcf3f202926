/** Header values are bytes on the wire; a string is sent as UTF-8. What is read back is always a Buffer. */
export type Headers = Readonly<Record<string, Buffer | string>>

/** One record of the log, as it was read. `offset` counts up within a topic partition, possibly with gaps. */
export interface LogRecord {
  readonly topic: string
  readonly partition: number
  readonly offset: number
  readonly key: Buffer | null
  readonly value: Buffer | null
  readonly headers: Readonly<Record<string, Buffer>>
  /** Milliseconds since the epoch, set by whoever appended it. */
  readonly timestamp: number
  /** Set when it stands for records that can't be decoded: it has the last one's offset, and neither key nor value. */
  readonly unreadable?: Unreadable
}

/** Why records that lie together in the log can't be decoded, and the offsets that they have. */
export interface Unreadable {
  readonly reason: string
  readonly firstOffset: number
  readonly lastOffset: number
}

/** A record to append. Records with the same key meet in one partition, in the order they were appended. */
export interface NewRecord {
  readonly topic: string
  readonly key: Buffer | string | null
  readonly value: Buffer | string | null
  readonly headers: Headers
}

/** Where a group stands in a partition: `offset` is the next record to read, `metadata` what was committed with it. */
export interface Position {
  readonly topic: string
  readonly partition: number
  readonly offset: number
  /** At most METADATA_LIMIT bytes of ASCII. */
  readonly metadata: string
}

/**
 * The most bytes of metadata that one commit of one partition may carry: what Kafka takes by default
 * (`offset.metadata.max.bytes`, 4096) less what names the log there.
 */
export const METADATA_LIMIT = 4060

/** What there is of a partition at the moment it is assigned, and what its group said of it last. */
export interface PartitionBounds {
  readonly topic: string
  readonly partition: number
  /** Names the log in which the offsets count: a topic that was made anew has another one. '' where nobody can tell. */
  readonly log: string
  /** Offset of the oldest record; `end` when there is none. */
  readonly oldest: number
  /** Offset after the newest record. */
  readonly end: number
  /** The last commit as it is, of whatever log: its records may be gone at both ends. Null when there is none. */
  readonly committed: { readonly log: string; readonly offset: number; readonly metadata: string } | null
  /** The log lost its tail since, and others may follow: from here on the commit does not hold, or what this member was given. */
  readonly committedTo?: number
  readonly givenTo?: number
}

/** What a subscriber is told. Neither call may block: hand the work over and return. */
export interface Receiver {
  /**
   * The member joined its group, for the first time or again, or its log went back. `positions` names every partition it
   * owns from now on, with what the group last committed there. Where that is nothing, or no position of the log any more,
   * the metadata is '' and the offset that of the oldest record, or the end of a log that lost its tail.
   * `extents` says what there is of the same partitions, in the same order.
   * Always called before the first record of the new assignment; records from `offset` on come again.
   */
  assigned(positions: readonly Position[], extents: readonly PartitionBounds[]): void
  /**
   * The group rebalances, and `assigned` comes next: what is committed at once still counts, and what is begun until then is
   * begun again by whoever has the partition after. Not of every log.
   */
  revoking?(): void
  /** Records of one partition, ascending. After `pause` at most what was already fetched still arrives. */
  received(records: readonly LogRecord[]): void
}

/** One membership in a group. It survives lost connections and rejoins by itself until it is closed. */
export interface Subscription {
  /** Commits positions; rejects when the log is away or a partition is no longer owned. A rejected commit is not retried. */
  commit(positions: readonly Position[]): Promise<void>
  /** Stops fetching until `resume`; the membership stays alive. Holds over a rejoin. */
  pause(): void
  resume(): void
  /** Leaves the group, so that others take over at once. */
  close(): Promise<void>
}

/** How far a group is behind in a topic. */
export interface Lag {
  readonly topic: string
  /** Records that are not committed, over all partitions. */
  readonly records: number
  /** Where it stands in each partition, as a member that joined now would be told. */
  readonly positions: readonly Position[]
}

/** What a topic needs to be created with. */
export interface TopicSpec {
  readonly topic: string
  /** How long a record is kept, in milliseconds. */
  readonly retentionMs: number
  /** The largest record in bytes. */
  readonly maxRecordBytes: number
  /**
   * How its records lie on the disk of a broker. An embedded log, which removes the records of work topics as soon as all
   * have passed them, has no use for it. Default: as the broker has it.
   */
  readonly segments?: Segments
  /** Whether the broker packs its records, in a codec that every client reads. Default: no. */
  readonly isPacked?: boolean
}

/** A partition is a row of segments, of which only whole ones are removed, and never the last: short ones keep to a retention. */
export interface Segments {
  /** The most milliseconds and bytes of one. */
  readonly ms: number
  readonly bytes: number
  /** Bytes of a partition beyond which the oldest segment is removed, read or not; null = as many as retention lets be. */
  readonly partitionBytes: number | null
}

/** The log: topics of records, read by groups that remember how far they are. The truth of the system. */
export interface EventLog {
  /**
   * Creates the topics that are missing. Those that are there become as specified in an embedded log; brokers keep them
   * as they are, since there somebody else may have set them.
   */
  createTopics(topics: readonly TopicSpec[]): Promise<void>
  /**
   * Appends all records, resolves when they are durable (Kafka: acks = all). May be called concurrently.
   * Rejects with a Failure `SERVICE_UNAVAILABLE` when the log can't take them within the append timeout.
   */
  append(records: readonly NewRecord[]): Promise<void>
  /** Joins `group`; a group that never committed starts at the oldest record. Every group sees every record. */
  subscribe(group: string, topics: readonly string[], receiver: Receiver): Promise<Subscription>
  /** How many records of each topic the group has not yet committed. May be asked each second. */
  lag(group: string, topics: readonly string[]): Promise<Lag[]>
  /** Resolves when the log answers, rejects when it doesn't. */
  ping(): Promise<void>
  close(): Promise<void>
}
