import type { DatabaseSync } from 'node:sqlite'
import type { Lag, PartitionBounds } from '#shared/ports/event-log.ts'
import type { TopicBounds } from '#shared/ports/event-reader.ts'
import { type Commit, type Commits, commitsTable } from './commits-table.ts'
import { type Records, recordsTable } from './records-table.ts'
import { runQuery } from './run-query.ts'
import { createTables } from './schema.ts'
import { type Topic, type Topics, topicsTable } from './topics-table.ts'

/** The tables of the embedded log. */
export interface LogTables {
  readonly topics: Topics
  readonly records: Records
  readonly commits: Commits
  /**
   * The position at which the group continues: its committed offset, or the oldest record if nothing was
   * committed or the committed offset is gone. The metadata is then '', since it refers to records that are
   * gone.
   */
  position(group: string, topic: Topic): Commit
  /** The bounds of the topic's only partition, and the group's last commit. */
  partitionBounds(group: string, topic: Topic): PartitionBounds
  /** The offsets of the topic, for readers without a group. */
  topicBounds(topic: Topic): TopicBounds
  /** Number of records that the group has not committed, and its position. */
  lag(group: string, topic: Topic): Lag
}

/** Prepares the statements; creates the tables if missing. */
export function logTables(db: DatabaseSync): LogTables {
  createTables(db)
  const topics = topicsTable(db)
  const records = recordsTable(db)
  const commits = commitsTable(db)

  function topicBounds({ id }: Topic): TopicBounds {
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
    topicBounds: (topic) => runQuery(() => topicBounds(topic)),
    position(group, topic) {
      const { offset, metadata } = runQuery(() => groupStart(group, topic))
      return { offset, metadata }
    },
    partitionBounds(group, topic) {
      const { oldest, end } = runQuery(() => topicBounds(topic))
      const committed = runQuery(() => commits.get(group, topic.id))
      const commit = committed && { log: '', ...committed }
      return { topic: topic.name, partition: 0, log: '', oldest, end, committed: commit }
    },
    lag(group, topic) {
      const { end, ...commit } = runQuery(() => groupStart(group, topic))
      const position = { topic: topic.name, partition: 0, ...commit }
      return { topic: topic.name, records: end - commit.offset, positions: [position] }
    },
  }
}
