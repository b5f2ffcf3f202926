import type { Admin } from 'kafkajs'
import type { Extent, Lag, Position } from '#shared/ports/event-log.ts'
import { withoutLog } from './commit-metadata.ts'
import { topicIds } from './topic-ids.ts'

/** Where a group goes on in a partition, and what there is of it. */
export interface Standing {
  readonly position: Position
  readonly extent: Extent
}

type Asked = Pick<Admin, 'fetchOffsets' | 'fetchTopicOffsets' | 'fetchTopicMetadata'>

/**
 * Where the group goes on in each partition of the topics: at what it committed; at the oldest record when it committed
 * nothing, or something that is gone or of another log (the metadata of that belongs to records that are gone, too); at
 * the end when the log lost its tail, since what was finished is all that is left of it.
 */
export async function groupPositions(
  admin: Asked,
  groupId: string,
  topics: readonly string[],
): Promise<Standing[]> {
  if (topics.length === 0) return []
  const [ids, committed, ...bounds] = await Promise.all([
    topicIds(admin, topics),
    admin.fetchOffsets({ groupId, topics: [...topics] }),
    ...topics.map((topic) => admin.fetchTopicOffsets(topic)),
  ])
  return topics.flatMap((topic, index) => {
    const commits = committed.find((entry) => entry.topic === topic)?.partitions ?? []
    return (bounds[index] ?? []).map(({ partition, low, high }) => {
      const commit = commits.find((entry) => entry.partition === partition)
      const of = { topic, partition, log: ids.get(topic) ?? '', oldest: Number(low), end: Number(high) }
      const extent = { ...of, committed: committedOf(commit) }
      return { position: { topic, partition, ...goingOn(extent) }, extent }
    })
  })
}

function committedOf(commit: { offset: string; metadata: string | null } | undefined): Extent['committed'] {
  const offset = Number(commit?.offset ?? -1)
  return offset < 0 ? null : { offset, ...withoutLog(commit?.metadata ?? '') }
}

function goingOn({ committed, log, oldest, end }: Extent): Pick<Position, 'offset' | 'metadata'> {
  const fromOldest = { offset: oldest, metadata: '' }
  if (committed === null || committed.offset < oldest) return fromOldest
  const isSame = committed.log === log && log !== ''
  if (committed.log !== '' && log !== '' && !isSame) return fromOldest
  if (committed.offset <= end) return { offset: committed.offset, metadata: committed.metadata }
  return isSame ? { offset: end, metadata: '' } : fromOldest
}

/** Records that the group has not yet committed, and where it stands, per topic. */
export async function groupLag(admin: Asked, groupId: string, topics: readonly string[]): Promise<Lag[]> {
  const standings = await groupPositions(admin, groupId, topics)
  return topics.map((topic) => {
    const own = standings.filter(({ position }) => position.topic === topic)
    return {
      topic,
      records: own.reduce((sum, { position, extent }) => sum + extent.end - position.offset, 0),
      positions: own.map(({ position }) => position),
    }
  })
}
