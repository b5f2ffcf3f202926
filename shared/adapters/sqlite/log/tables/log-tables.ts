import type { DatabaseSync } from 'node:sqlite'
import type { Lag, PartitionBounds } from '#shared/ports/event-log.ts'
import type { TopicBounds } from '#shared/ports/event-reader.ts'
import { type Commit, type Commits, commitsTable } from './commits-table.ts'
import { runQuery } from './query.ts'
import { type Records, recordsTable } from './records-table.ts'
import { createTables } from './schema.ts'
import { type Topic, type Topics, topicsTable } from './topics-table.ts'

/** The log in the file. */
export interface LogTables {
  readonly topics: Topics
  readonly records: Records
  readonly commits: Commits
  /**
   * Where the group goes on: at what it committed, or at the oldest record when it committed nothing or something that
   * is gone (the metadata of that belongs to records that are gone, too).
   */
  position(group: string, topic: Topic): Commit
  /** What there is of the one partition, and what the group committed. */
  extent(group: string, topic: Topic): PartitionBounds
  bounds(topic: Topic): TopicBounds
  /** Records that the group has not yet committed, and where it stands in the one partition. */
  lag(group: string, topic: Topic): Lag
}

/** Makes the tables when the file is new. */
export function logTables(db: DatabaseSync): LogTables {
  createTables(db)
  const topics = topicsTable(db)
  const records = recordsTable(db)
  const commits = commitsTable(db)

  function bounds({ id }: Topic): TopicBounds {
    const end = topics.end(id)
    return { oldest: records.oldest(id) ?? end, end }
  }

  function groupStart(group: string, topic: Topic): Commit & { end: number } {
    const { oldest, end } = bounds(topic)
    const committed = commits.get(group, topic.id)
    const isValid = committed !== null && committed.offset >= oldest && committed.offset <= end
    return { offset: oldest, metadata: '', ...(isValid ? committed : {}), end }
  }

  return {
    topics,
    records,
    commits,
    bounds: (topic) => runQuery(() => bounds(topic)),
    position(group, topic) {
      const { offset, metadata } = runQuery(() => groupStart(group, topic))
      return { offset, metadata }
    },
    extent(group, topic) {
      const { oldest, end } = runQuery(() => bounds(topic))
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
