import type { Lag, PartitionBounds, Position } from '#shared/ports/event-log.ts'
import type { MetadataCache } from '../connection/cluster-metadata.ts'
import type { LeaderRequests } from '../fetch/leader-requests.ts'
import { partitionName } from '../protocol/partition-name.ts'
import { decodeCommitMetadata } from './commit-metadata.ts'
import type { Coordinators } from './coordinators.ts'
import { type PartitionOffsets, startPosition } from './start-positions.ts'

/** Who tells about offsets and commits. */
export interface OffsetSources {
  readonly metadata: MetadataCache
  readonly leaders: LeaderRequests
  readonly coordinators: Coordinators
}

/**
 * Fetches the offsets of every partition of the topics, named as on the broker. Requests leader epochs before offsets, so
 * that the offsets belong to that epoch or a later one. Rejects if a topic does not exist.
 */
export async function fetchPartitionOffsets(
  groupId: string,
  topics: readonly string[],
  { metadata, leaders, coordinators }: OffsetSources,
): Promise<PartitionOffsets[]> {
  const logs = await describePartitions(topics, metadata)
  const [committed, ranges] = await Promise.all([
    coordinators.use(groupId, (broker) => broker.fetchOffsets(groupId, logs)),
    Promise.all(topics.map((topic) => fetchRanges(topic, leaders))),
  ])
  const oldest = new Map(ranges.flat().map((range) => [partitionName(range), range]))
  const commits = new Map(committed.map((commit) => [partitionName(commit), commit]))
  return logs.flatMap(({ epoch, ...log }) => {
    const range = oldest.get(partitionName(log))
    const { committedEpoch, ...read } = readCommit(commits.get(partitionName(log)))
    return range === undefined ? [] : [{ bounds: { ...log, ...range, ...read }, epoch, committedEpoch }]
  })
}

/** The partitions of the topics, with log and leader epoch, as the brokers describe them now. */
export async function describePartitions(topics: readonly string[], metadata: MetadataCache) {
  metadata.track(topics)
  await metadata.refresh()
  // A refresh that had begun before does not have topics that are new to it.
  if (topics.some((topic) => metadata.partitions(topic) === undefined)) await metadata.refresh()
  return topics.flatMap((topic) => {
    const partitions = metadata.partitions(topic)
    if (partitions === undefined) throw new Error(`The topic ${topic} is not known`)
    const log = metadata.topicId(topic)
    return partitions.map(({ partitionId: partition, leaderEpoch: epoch }) => ({
      topic,
      partition,
      log,
      epoch,
    }))
  })
}

async function fetchRanges(topic: string, leaders: LeaderRequests) {
  const oldest = await leaders.offsets(topic, 'oldest')
  const ends = await leaders.offsets(topic, 'end')
  return ends.map((end, partition) => ({ topic, partition, oldest: oldest[partition] ?? end, end }))
}

function readCommit(
  commit: Position | undefined,
): Pick<PartitionBounds, 'committed'> & Pick<PartitionOffsets, 'committedEpoch'> {
  if (commit === undefined || commit.offset < 0) return { committed: null, committedEpoch: -1 }
  const { epoch, ...committed } = decodeCommitMetadata(commit.metadata)
  return { committed: { offset: commit.offset, ...committed }, committedEpoch: epoch }
}

/** Number of records that the group has not committed, and its positions, per topic. */
export async function groupLag(
  groupId: string,
  topics: readonly string[],
  sources: OffsetSources,
): Promise<Lag[]> {
  const partitions = await fetchPartitionOffsets(groupId, topics, sources)
  return topics.map((topic) => {
    const own = partitions.map(({ bounds }) => bounds).filter((bounds) => bounds.topic === topic)
    const positions = own.map(startPosition)
    const ends = own.reduce((sum, { end }) => sum + end, 0)
    return { topic, records: positions.reduce((left, { offset }) => left - offset, ends), positions }
  })
}
