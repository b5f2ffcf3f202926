import type { DatabaseSync } from 'node:sqlite'
import { unavailable } from '#shared/errors.ts'
import type { TopicSpec } from '#shared/ports/event-log.ts'
import { runQuery } from './run-query.ts'

export interface Topic {
  readonly id: number
  readonly name: string
  readonly retentionMs: number
  readonly maxRecordBytes: number
}

/** Statements on `log_topics`. */
export interface Topics {
  /** Adds the topic, or changes an existing one to the given specification. Must run within a write. */
  add(spec: TopicSpec): void
  /** Throws `SERVICE_UNAVAILABLE` if the topic does not exist (yet). */
  get(name: string): Topic
  all(): Topic[]
  /** Offset after the newest record. */
  end(id: number): number
  /** Reserves the next `count` offsets and returns the first. Must run within a write. */
  takeOffsets(id: number, count: number): number
}

const COLUMNS = 'id, name, retention_ms AS retentionMs, max_record_bytes AS maxRecordBytes'

/** Prepares the statements. The table must exist. */
export function topicsTable(db: DatabaseSync): Topics {
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

  function end(id: number): number {
    return (selectEnd.get(id) as { end: number }).end
  }

  return {
    add({ topic, retentionMs, maxRecordBytes }) {
      insert.run(topic, retentionMs, maxRecordBytes)
      known.delete(topic)
    },
    get: (name) => known.get(name) ?? read(name),
    all: () => runQuery(() => selectAll.all()) as unknown as Topic[],
    end,
    takeOffsets(id, count) {
      const first = end(id)
      advance.run(count, id)
      return first
    },
  }
}
