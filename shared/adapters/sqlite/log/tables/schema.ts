import type { DatabaseSync } from 'node:sqlite'

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
const OFFSETS_PER_TOPIC = 2 ** 40

/** Creates the tables of the log if missing. */
export function createTables(db: DatabaseSync): void {
  db.exec(TABLES)
}

/** Primary key of a record. */
export function placeOf(topicId: number, offset: number): number {
  return topicId * OFFSETS_PER_TOPIC + offset
}

/** Offset of the record with this primary key. */
export function offsetOf(place: number): number {
  return place % OFFSETS_PER_TOPIC
}
