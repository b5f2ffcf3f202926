import type { PartitionBounds, Position } from '#shared/ports/event-log.ts'
import type { EpochQuery } from '../protocol/offset-for-leader-epoch.ts'
import { partitionName } from '../protocol/partition-name.ts'

/** Offsets of a partition and its group's last commit. */
export interface PartitionOffsets {
  readonly bounds: PartitionBounds
  /**
   * Current leader epoch, and the epoch up to which the partition was read at the last commit; -1 = unknown.
   */
  readonly epoch: number
  readonly committedEpoch: number
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

/** The ends of the epochs, by `partitionName`, of each partition where it is known. */
type EpochEnds = (queries: readonly EpochQuery[]) => Promise<ReadonlyMap<string, number>>

/**
 * Finds the start position of each partition. Detects a log that lost its tail, even if it has grown since,
 * by comparing the current leader epoch with the epochs of the last commit and of this member's deliveries.
 * Rejects when
 * `fetchEpochEnds` does.
 */
export async function resolveStarts(
  partitions: readonly PartitionOffsets[],
  { delivered, fetched }: EpochHistory,
  fetchEpochEnds: EpochEnds,
): Promise<PartitionStart[]> {
  const current = partitions.map((one) => {
    return { ...one, epoch: Math.max(one.epoch, fetched.get(epochKey(one.bounds)) ?? -1) }
  })
  const committedTo = await findTruncations(current, ({ committedEpoch }) => committedEpoch, fetchEpochEnds)
  const givenTo = await findTruncations(
    current,
    ({ bounds }) => delivered.get(epochKey(bounds)) ?? -1,
    fetchEpochEnds,
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
  fetchEpochEnds: EpochEnds,
): Promise<ReadonlyMap<string, number>> {
  const read = partitions.flatMap((one): EpochQuery[] => {
    const { topic, partition } = one.bounds
    const epoch = epochOf(one)
    return epoch >= 0 && epoch < one.epoch ? [{ topic, partition, epoch }] : []
  })
  return read.length === 0 ? new Map() : fetchEpochEnds(read)
}
