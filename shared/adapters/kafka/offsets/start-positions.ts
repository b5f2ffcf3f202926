import type { PartitionBounds, Position } from '#shared/ports/event-log.ts'
import { type EpochQuery, fetchEpochEnds } from '../protocol/offset-for-leader-epoch.ts'
import { partitionName } from '../protocol/partition-name.ts'
import { type PartitionOffsets, startPosition } from './group-offsets.ts'

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
    const truncation = {
      committedTo: committedTo.get(name) ?? bounds.end,
      givenTo: givenTo.get(name) ?? bounds.end,
    }
    return {
      position: startPosition({ ...bounds, ...truncation }),
      bounds: { ...bounds, ...truncation },
      epoch,
    }
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
