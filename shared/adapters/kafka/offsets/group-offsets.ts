import type { Admin } from 'kafkajs'
import type { Lag, PartitionBounds, Position } from '#shared/ports/event-log.ts'
import { describeTopics } from '../topics/describe-topics.ts'
import { decodeCommitMetadata } from './commit-metadata.ts'

/** Offsets of a partition and its group's last commit. */
export interface PartitionOffsets {
  readonly bounds: PartitionBounds
  /**
   * Current leader epoch, and the epoch up to which the partition was read at the last commit; -1 = unknown.
   */
  readonly epoch: number
  readonly committedEpoch: number
}

type OffsetsAdmin = Pick<Admin, 'fetchOffsets' | 'fetchTopicOffsets' | 'fetchTopicMetadata'>

/**
 * Fetches the offsets of every partition of the topics. Requests leader epochs before offsets, so that the
 * offsets belong to that epoch or a later one.
 */
export async function fetchPartitionOffsets(
  admin: OffsetsAdmin,
  groupId: string,
  topics: readonly string[],
): Promise<PartitionOffsets[]> {
  if (topics.length === 0) return []
  const logs = await describeTopics(admin, topics)
  const [committed, ...ranges] = await Promise.all([
    admin.fetchOffsets({ groupId, topics: [...topics] }),
    ...topics.map((topic) => admin.fetchTopicOffsets(topic)),
  ])
  return topics.flatMap((topic, index) => {
    const log = logs.get(topic)
    const commits = committed.find((entry) => entry.topic === topic)?.partitions ?? []
    return (ranges[index] ?? []).map(({ partition, low, high }) => {
      const { committedEpoch, ...read } = readCommit(commits.find((entry) => entry.partition === partition))
      const of = { topic, partition, log: log?.id ?? '', oldest: Number(low), end: Number(high) }
      return { bounds: { ...of, ...read }, epoch: log?.leaderEpochs.get(partition) ?? -1, committedEpoch }
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
 * The position at which the group continues: its committed offset. It is the oldest record if nothing was
 * committed, or if the committed offset is gone or belongs to another log; the metadata is then '', since it
 * refers to records that are gone. It is the truncation point of a log that lost its tail: every record before it
 * was finished.
 */
export function startPosition(bounds: PartitionBounds): Position {
  const { topic, partition, committed, log, oldest, end } = bounds
  const at = (offset: number, metadata = '') => ({ topic, partition, offset, metadata })
  if (committed === null || committed.offset < oldest) return at(oldest)
  const isSameLog = committed.log === log && log !== ''
  if (committed.log !== '' && log !== '' && !isSameLog) return at(oldest)
  const to = Math.min(end, bounds.committedTo ?? end)
  if (committed.offset <= to) return at(committed.offset, committed.metadata)
  return at(isSameLog ? Math.max(to, oldest) : oldest)
}

/** Number of records that the group has not committed, and its positions, per topic. */
export async function groupLag(
  admin: OffsetsAdmin,
  groupId: string,
  topics: readonly string[],
): Promise<Lag[]> {
  const partitions = await fetchPartitionOffsets(admin, groupId, topics)
  return topics.map((topic) => {
    const own = partitions.map(({ bounds }) => bounds).filter((bounds) => bounds.topic === topic)
    const positions = own.map(startPosition)
    const ends = own.reduce((sum, { end }) => sum + end, 0)
    return { topic, records: positions.reduce((left, { offset }) => left - offset, ends), positions }
  })
}
