import type { Admin } from 'kafkajs'
import type { Lag, PartitionBounds, Position } from '#shared/ports/event-log.ts'
import { describeTopics } from '../patches/topic-ids.ts'
import { decodeCommitMetadata } from './commit-metadata.ts'

/** What is known of a partition and of its group's last commit. */
export interface PartitionOffsets {
  readonly extent: PartitionBounds
  /** The leader epoch now, and the one up to which the partition was read when that was committed; -1 = nobody can tell. */
  readonly epoch: number
  readonly committedEpoch: number
}

type OffsetsAdmin = Pick<Admin, 'fetchOffsets' | 'fetchTopicOffsets' | 'fetchTopicMetadata'>

/** Each partition of the topics. The leader epochs are asked for before the offsets: whatever is read is not older. */
export async function fetchPartitionOffsets(
  admin: OffsetsAdmin,
  groupId: string,
  topics: readonly string[],
): Promise<PartitionOffsets[]> {
  if (topics.length === 0) return []
  const logs = await describeTopics(admin, topics)
  const [committed, ...bounds] = await Promise.all([
    admin.fetchOffsets({ groupId, topics: [...topics] }),
    ...topics.map((topic) => admin.fetchTopicOffsets(topic)),
  ])
  return topics.flatMap((topic, index) => {
    const log = logs.get(topic)
    const commits = committed.find((entry) => entry.topic === topic)?.partitions ?? []
    return (bounds[index] ?? []).map(({ partition, low, high }) => {
      const { committedEpoch, ...read } = readCommit(commits.find((entry) => entry.partition === partition))
      const of = { topic, partition, log: log?.id ?? '', oldest: Number(low), end: Number(high) }
      return { extent: { ...of, ...read }, epoch: log?.leaderEpochs.get(partition) ?? -1, committedEpoch }
    })
  })
}

function readCommit(
  commit: { offset: string; metadata: string | null } | undefined,
): Pick<PartitionBounds, 'committed'> & Pick<PartitionOffsets, 'committedEpoch'> {
  const offset = Number(commit?.offset ?? -1)
  if (offset < 0) return { committed: null, committedEpoch: -1 }
  const { epoch, ...committed } = decodeCommitMetadata(commit?.metadata ?? '')
  return { committed: { offset, ...committed }, committedEpoch: epoch }
}

/**
 * Where the group goes on: at what it committed; at the oldest record when it committed nothing, or something that is gone
 * or of another log (the metadata of that belongs to records that are gone, too); where the log was cut when it lost its
 * tail, since all before that was finished.
 */
export function startPosition(extent: PartitionBounds): Position {
  const { topic, partition, committed, log, oldest, end } = extent
  const at = (offset: number, metadata = '') => ({ topic, partition, offset, metadata })
  if (committed === null || committed.offset < oldest) return at(oldest)
  const isSameLog = committed.log === log && log !== ''
  if (committed.log !== '' && log !== '' && !isSameLog) return at(oldest)
  const to = Math.min(end, extent.committedTo ?? end)
  if (committed.offset <= to) return at(committed.offset, committed.metadata)
  return at(isSameLog ? Math.max(to, oldest) : oldest)
}

/** Records that the group has not yet committed, and where it stands, per topic. */
export async function groupLag(
  admin: OffsetsAdmin,
  groupId: string,
  topics: readonly string[],
): Promise<Lag[]> {
  const extents = (await fetchPartitionOffsets(admin, groupId, topics)).map(({ extent }) => extent)
  return topics.map((topic) => {
    const own = extents.filter((extent) => extent.topic === topic)
    const positions = own.map(startPosition)
    const ends = own.reduce((sum, { end }) => sum + end, 0)
    return { topic, records: positions.reduce((left, { offset }) => left - offset, ends), positions }
  })
}
