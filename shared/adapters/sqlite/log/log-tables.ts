import type { DatabaseSync } from 'node:sqlite'
import { unavailable } from '#shared/errors.ts'
import type { Lag, OffsetRange, PartitionBounds, TopicSpec } from '#shared/ports/event-log.ts'
import { recordsTable } from './records-table.ts'

/**
 * All records are in one table, keyed by `place` = topic id * 2^40 + offset: a topic is one range of the
 * primary key, so no second index is needed. This leaves room for 8,000 topics of 10^12 records within the
 * safe integers of JavaScript.
 */
const TABLES = `
  CREATE TABLE IF NOT EXISTS log_topics (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    end_offset INTEGER NOT NULL DEFAULT 0,
    retention_ms INTEGER NOT NULL,
    max_record_bytes INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS log_records (
    place INTEGER PRIMARY KEY,
    timestamp INTEGER NOT NULL,
    key BLOB,
    value BLOB,
    headers BLOB NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS log_commits (
    group_name TEXT NOT NULL,
    topic_id INTEGER NOT NULL,
    next_offset INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    PRIMARY KEY (group_name, topic_id)
  ) STRICT, WITHOUT ROWID;
`

/** Runs a query. Throws `SERVICE_UNAVAILABLE` if the file cannot be read (closed, damaged, missing). */
export function runQuery<T>(query: () => T): T {
  try {
    return query()
  } catch (error) {
    throw unavailable('event log', error)
  }
}

export interface Topic {
  readonly id: number
  readonly name: string
  readonly retentionMs: number
  readonly maxRecordBytes: number
}

const COLUMNS = 'id, name, retention_ms AS retentionMs, max_record_bytes AS maxRecordBytes'

/** Statements on `log_topics`, which must exist. */
function topicsTable(db: DatabaseSync) {
  const insert = db.prepare(
    `INSERT INTO log_topics (name, retention_ms, max_record_bytes) VALUES (?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET retention_ms = excluded.retention_ms, max_record_bytes = excluded.max_record_bytes`,
  )
  const select = db.prepare(`SELECT ${COLUMNS} FROM log_topics WHERE name = ?`)
  const selectAll = db.prepare(`SELECT ${COLUMNS} FROM log_topics`)
  const selectEnd = db.prepare('SELECT end_offset AS end FROM log_topics WHERE id = ?')
  const advance = db.prepare('UPDATE log_topics SET end_offset = end_offset + ? WHERE id = ?')
  /** Cache. Topics are never removed, and only `add` changes them. */
  const known = new Map<string, Topic>()

  function read(name: string): Topic {
    const topic = runQuery(() => select.get(name)) as Topic | undefined
    if (!topic) throw unavailable('event log', new Error(`Topic ${name} does not exist`))
    known.set(name, topic)
    return topic
  }

  /** Offset after the newest record. */
  function end(id: number): number {
    return (selectEnd.get(id) as { end: number }).end
  }

  return {
    /** Adds the topic, or changes an existing one to the given specification. Must run within a write. */
    add({ topic, retentionMs, maxRecordBytes }: TopicSpec): void {
      insert.run(topic, retentionMs, maxRecordBytes)
      known.delete(topic)
    },
    /** Throws `SERVICE_UNAVAILABLE` if the topic does not exist (yet). */
    get: (name: string) => known.get(name) ?? read(name),
    /** The topic as the database has it now; throws like `get`. */
    read,
    all: () => runQuery(() => selectAll.all()) as unknown as Topic[],
    end,
    /** Reserves the next `count` offsets and returns the first. Must run within a write. */
    takeOffsets(id: number, count: number): number {
      const first = end(id)
      advance.run(count, id)
      return first
    },
  }
}

interface Commit {
  readonly offset: number
  readonly metadata: string
}

/** Statements on `log_commits`, which must exist. */
function commitsTable(db: DatabaseSync) {
  const select = db.prepare(
    'SELECT next_offset AS "offset", metadata FROM log_commits WHERE group_name = ? AND topic_id = ?',
  )
  const upsert = db.prepare(`
    INSERT INTO log_commits (group_name, topic_id, next_offset, metadata) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET next_offset = excluded.next_offset, metadata = excluded.metadata`)
  const selectLowest = db.prepare('SELECT min(next_offset) AS passed FROM log_commits WHERE topic_id = ?')

  return {
    get: (group: string, topicId: number) =>
      (select.get(group, topicId) as unknown as Commit | undefined) ?? null,
    /** Must run within a write. */
    set: (group: string, topicId: number, { offset, metadata }: Commit) =>
      void upsert.run(group, topicId, offset, metadata),
    /** The offset below which all groups of the topic have consumed; 0 if the topic has no group. */
    consumedEnd: (topicId: number) => (selectLowest.get(topicId) as { passed: number | null }).passed ?? 0,
  }
}

export type LogTables = ReturnType<typeof logTables>

/** The tables of the embedded log. Creates those that are missing. */
export function logTables(db: DatabaseSync) {
  db.exec(TABLES)
  const topics = topicsTable(db)
  const records = recordsTable(db)
  const commits = commitsTable(db)

  function topicBounds({ id }: Topic): OffsetRange {
    const end = topics.end(id)
    return { oldest: records.oldest(id) ?? end, end }
  }

  function groupStart(group: string, topic: Topic): Commit & { end: number } {
    const { oldest, end } = topicBounds(topic)
    const committed = commits.get(group, topic.id)
    const isValid = committed !== null && committed.offset >= oldest && committed.offset <= end
    return { offset: oldest, metadata: '', ...(isValid ? committed : {}), end }
  }

  return {
    topics,
    records,
    commits,
    /** The offsets of the topic, for readers without a group. */
    topicBounds: (topic: Topic) => runQuery(() => topicBounds(topic)),
    /**
     * The position at which the group continues: its committed offset, or the oldest record if nothing was
     * committed or the committed offset is gone. The metadata is then '', since it refers to records that are
     * gone.
     */
    position(group: string, topic: Topic): Commit {
      const { offset, metadata } = runQuery(() => groupStart(group, topic))
      return { offset, metadata }
    },
    /** The bounds of the topic's only partition, and the group's last commit. */
    partitionBounds(group: string, topic: Topic): PartitionBounds {
      const { oldest, end } = runQuery(() => topicBounds(topic))
      const committed = runQuery(() => commits.get(group, topic.id))
      const commit = committed && { log: '', ...committed }
      return { topic: topic.name, partition: 0, log: '', oldest, end, committed: commit }
    },
    /** Number of records that the group has not committed, and its position. */
    lag(group: string, topic: Topic): Lag {
      const { end, ...commit } = runQuery(() => groupStart(group, topic))
      const position = { topic: topic.name, partition: 0, ...commit }
      return { topic: topic.name, records: end - commit.offset, positions: [position] }
    },
  }
}
