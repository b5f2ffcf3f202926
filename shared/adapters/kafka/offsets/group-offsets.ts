import type { Admin } from 'kafkajs'
import { type Lag, METADATA_LIMIT, type PartitionBounds, type Position } from '#shared/ports/event-log.ts'
import { type EpochQuery, fetchEpochEnds } from '../protocol/offset-for-leader-epoch.ts'
import { partitionName } from '../protocol/partition-name.ts'
import { describeTopics } from '../topics/topics.ts'

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

/**
 * The version of a partition's log that offsets refer to: its topic may be created anew, and its tail may be
 * lost.
 */
export interface LogVersion {
  /** Topic id; '' if unknown. */
  readonly log: string
  /** Leader epoch up to which the partition was read; -1 if unknown. */
  readonly epoch: number
}

/**
 * Committed metadata: `@`, topic id, `:`, leader epoch, a space, and the metadata of the caller. Other
 * clients, and older versions of this one, commit the metadata alone.
 */
const PATTERN = /^@([\w-]+):(-?\d+) (.*)$/s

/**
 * Prepends the log version to the caller's metadata. Throws a RangeError if the metadata is longer than
 * METADATA_LIMIT.
 */
export function encodeCommitMetadata({ log, epoch }: LogVersion, metadata: string): string {
  if (metadata.length > METADATA_LIMIT) throw new RangeError(`More than ${METADATA_LIMIT} bytes of metadata`)
  return log === '' ? metadata : `@${log}:${epoch} ${metadata}`
}

/**
 * Splits committed metadata into log version and the caller's metadata; log '' and epoch -1 if the version is
 * missing.
 */
export function decodeCommitMetadata(committed: string): LogVersion & { readonly metadata: string } {
  const [, log = '', epoch = '-1', metadata = committed] = PATTERN.exec(committed) ?? []
  return { log, epoch: Number(epoch), metadata }
}

/** Where a member starts reading a partition, with the bounds of the partition in the given leader epoch. */
export interface PartitionStart {
  readonly position: Position
  readonly bounds: PartitionBounds
  readonly epoch: number
}

/**
 * Leader epochs by log and partition. They outlive a consumer, like the receiver's knowledge of delivered
 * records.
 */
export interface EpochHistory {
  /** Epoch up to which records were delivered to the receiver. */
  readonly delivered: Map<string, number>
  /** Epoch of fetched records, which a broker with older metadata does not know yet. */
  readonly fetched: Map<string, number>
}

/**
 * Key of `EpochHistory`. It contains the topic id, because the epochs of a topic that is created anew restart
 * at 0.
 */
export function epochKey({
  log,
  topic,
  partition,
}: Pick<PartitionBounds, 'log' | 'topic' | 'partition'>): string {
  return `${log} ${partitionName({ topic, partition })}`
}

/**
 * Finds the start position of each partition. Detects a log that lost its tail, even if it has grown since,
 * by comparing the current leader epoch with the epochs of the last commit and of this member's deliveries.
 * Rejects like `fetchEpochEnds`.
 */
export async function resolveStarts(
  partitions: readonly PartitionOffsets[],
  { delivered, fetched }: EpochHistory,
  cluster: object,
): Promise<PartitionStart[]> {
  const current = partitions.map((one) => {
    return { ...one, epoch: Math.max(one.epoch, fetched.get(epochKey(one.bounds)) ?? -1) }
  })
  const committedTo = await findTruncations(current, ({ committedEpoch }) => committedEpoch, cluster)
  const givenTo = await findTruncations(
    current,
    ({ bounds }) => delivered.get(epochKey(bounds)) ?? -1,
    cluster,
  )
  return current.map(({ bounds, epoch }) => {
    const name = partitionName(bounds)
    const found = {
      ...bounds,
      committedTo: committedTo.get(name) ?? bounds.end,
      givenTo: givenTo.get(name) ?? bounds.end,
    }
    return { position: startPosition(found), bounds: found, epoch }
  })
}

/** A partition that was read in the current epoch cannot have been truncated since. */
async function findTruncations(
  partitions: readonly PartitionOffsets[],
  epochOf: (one: PartitionOffsets) => number,
  cluster: object,
): Promise<ReadonlyMap<string, number>> {
  const read = partitions.flatMap((one): EpochQuery[] => {
    const { topic, partition } = one.bounds
    const epoch = epochOf(one)
    return epoch >= 0 && epoch < one.epoch ? [{ topic, partition, epoch }] : []
  })
  return read.length === 0 ? new Map() : fetchEpochEnds(cluster, read)
}
