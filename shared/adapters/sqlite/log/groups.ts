import { unavailable } from '#shared/errors.ts'
import { METADATA_LIMIT, type Position, type Subscription } from '#shared/ports/event-log.ts'
import type { Database } from '../database.ts'
import type { LogTables } from './log-tables.ts'
import type { Reader } from './reader.ts'

/** The members of all groups in this process; none at first. */
export function makeGroups(database: Database, tables: LogTables) {
  const groups = new Map<string, ReturnType<typeof makeOwnership>>()
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
    async join(group: string, topicNames: readonly string[], reader: Reader): Promise<Subscription> {
      const ownership = groups.get(group) ?? makeOwnership()
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
    /** There may be records to read in these topics, or in any. `isExternal`: another process may have appended them. */
    wake(topicNames: readonly string[] | 'all', isExternal = true): void {
      for (const reader of readers) reader.wake(topicNames, isExternal)
    },
    closeAll(): void {
      for (const reader of readers) reader.close()
      readers.clear()
    },
  }
}

/**
 * Registers the group at its first subscription, so that no record of a work topic is removed before the
 * group has read it.
 */
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
    if (!reader.owns(topic)) throw unavailable('event log', new Error(`${topic} is no longer owned`))
    if (metadata.length > METADATA_LIMIT)
      throw new RangeError(`More than ${METADATA_LIMIT} bytes of metadata`)
  }
  await database.write(() => {
    for (const position of positions)
      tables.commits.set(group, tables.topics.get(position.topic).id, position)
  })
}

/**
 * Ownership of topics within one group: the member that joined first owns a topic; when it leaves, the next
 * one does.
 */
function makeOwnership() {
  const queues = new Map<string, Reader[]>()

  function ownedBy(member: Reader): string[] {
    return [...queues].filter(([, queue]) => queue[0] === member).map(([topic]) => topic)
  }

  return {
    /** Returns the topics that the member owns now. */
    join(member: Reader, topics: readonly string[]): string[] {
      for (const topic of topics) {
        const queue = queues.get(topic) ?? []
        queues.set(topic, queue)
        queue.push(member)
      }
      return ownedBy(member)
    },
    /** Returns the members that own more topics than before, each with all topics that it owns. */
    leave(member: Reader): Map<Reader, string[]> {
      const owned = ownedBy(member)
      for (const [topic, queue] of queues)
        queues.set(
          topic,
          queue.filter((other) => other !== member),
        )
      const successors = owned.flatMap((topic) => queues.get(topic)?.slice(0, 1) ?? [])
      return new Map(successors.map((successor) => [successor, ownedBy(successor)]))
    },
  }
}
