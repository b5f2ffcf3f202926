import { unavailable } from '#shared/errors.ts'
import { METADATA_LIMIT, type Position, type Subscription } from '#shared/ports/event-log.ts'
import type { Database } from '../database.ts'
import { makeOwnership, type Ownership } from './ownership.ts'
import type { Reader } from './reader.ts'
import type { LogTables } from './tables/log-tables.ts'

/** The members of all groups in this process. */
export interface Groups {
  join(group: string, topicNames: readonly string[], reader: Reader): Promise<Subscription>
  /** There may be something to read in one of these topics, or in any. */
  wake(topicNames: readonly string[] | 'all'): void
  close(): void
}

export function makeGroups(database: Database, tables: LogTables): Groups {
  const groups = new Map<string, Ownership<Reader>>()
  const readers = new Set<Reader>()

  function assign(reader: Reader, topicNames: readonly string[]): void {
    reader.assign(topicNames.map((name) => tables.topics.get(name)))
  }

  function leave(group: string, reader: Reader): void {
    if (!readers.delete(reader)) return
    reader.close()
    const successors = groups.get(group)?.leave(reader) ?? []
    for (const [successor, topicNames] of successors) assign(successor, topicNames)
  }

  return {
    async join(group, topicNames, reader) {
      const ownership = groups.get(group) ?? makeOwnership<Reader>()
      groups.set(group, ownership)
      await register(group, topicNames, database, tables)
      readers.add(reader)
      assign(reader, ownership.join(reader, topicNames))
      return {
        commit: (positions) => commit(group, reader, positions, database, tables),
        pause: reader.pause,
        resume: reader.resume,
        close: async () => leave(group, reader),
      }
    },
    wake(topicNames) {
      for (const reader of readers) {
        reader.wake(topicNames)
      }
    },
    close() {
      for (const reader of readers) reader.close()
      readers.clear()
    },
  }
}

/** A group counts from its first subscription on, so that no work topic is cleaned before it has read it. */
async function register(
  group: string,
  topicNames: readonly string[],
  database: Database,
  tables: LogTables,
): Promise<void> {
  const topics = topicNames
    .map((name) => tables.topics.get(name))
    .filter(({ id }) => tables.commits.get(group, id) === null)
  await database.write(() => {
    for (const topic of topics) tables.commits.set(group, topic.id, tables.position(group, topic))
  })
}

async function commit(
  group: string,
  reader: Reader,
  positions: readonly Position[],
  database: Database,
  tables: LogTables,
): Promise<void> {
  for (const { topic, metadata } of positions) {
    if (!reader.owns(topic)) throw unavailable('event log', new Error(`${topic} is not owned any more`))
    if (metadata.length > METADATA_LIMIT)
      throw new RangeError(`More than ${METADATA_LIMIT} bytes of metadata`)
  }
  await database.write(() => {
    for (const position of positions)
      tables.commits.set(group, tables.topics.get(position.topic).id, position)
  })
}
