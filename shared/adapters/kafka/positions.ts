import type { Admin } from 'kafkajs'
import type { Lag, Position } from '#shared/ports/event-log.ts'

/** A partition of a topic as a group sees it: its bounds, and where the group goes on. */
interface Standing extends Position {
  /** Offset after the newest record. */
  readonly end: number
}

/**
 * Where the group goes on in each partition of the topics: at what it committed, or at the oldest record when it
 * committed nothing or something that is gone (the metadata of that belongs to records that are gone, too).
 */
export async function groupPositions(
  admin: Admin,
  groupId: string,
  topics: readonly string[],
): Promise<Standing[]> {
  if (topics.length === 0) return []
  const [committed, ...bounds] = await Promise.all([
    admin.fetchOffsets({ groupId, topics: [...topics] }),
    ...topics.map((topic) => admin.fetchTopicOffsets(topic)),
  ])
  return topics.flatMap((topic, index) => {
    const commits = committed.find((entry) => entry.topic === topic)?.partitions ?? []
    return (bounds[index] ?? []).map(({ partition, low, high }) => {
      const commit = commits.find((entry) => entry.partition === partition)
      return { topic, partition, ...goingOn(commit, Number(low), Number(high)), end: Number(high) }
    })
  })
}

function goingOn(commit: { offset: string; metadata: string | null } | undefined, low: number, high: number) {
  const offset = Number(commit?.offset ?? -1)
  return offset >= low && offset <= high
    ? { offset, metadata: commit?.metadata ?? '' }
    : { offset: low, metadata: '' }
}

/** Records that the group has not yet committed, and where it stands, per topic. */
export async function groupLag(admin: Admin, groupId: string, topics: readonly string[]): Promise<Lag[]> {
  const standings = await groupPositions(admin, groupId, topics)
  return topics.map((topic) => {
    const own = standings.filter((standing) => standing.topic === topic)
    const positions = own.map(({ end: _, ...position }) => position)
    return { topic, records: own.reduce((sum, { offset, end }) => sum + end - offset, 0), positions }
  })
}
