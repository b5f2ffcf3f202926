import type { PartitionBounds, Position } from '#shared/ports/event-log.ts'
import { type EpochQuery, fetchEpochEnds } from '../protocol/offset-for-leader-epoch.ts'
import { type PartitionOffsets, startPosition } from './group-offsets.ts'

/** Where a member goes on in a partition, and what there is of it as of a leader epoch. */
export interface PartitionStart {
  readonly position: Position
  readonly extent: PartitionBounds
  readonly epoch: number
}

/** Leader epochs by log and partition; they outlive a consumer, as what the receiver knows does. */
export interface EpochHistory {
  /** Up to which the receiver was given records, judged against the log of then. */
  readonly delivered: Map<string, number>
  /** Of fetched records, which brokers with older metadata do not know of. */
  readonly fetched: Map<string, number>
}

/** By what `Epochs` go: those of a topic that was made anew count from 0 again. */
export function epochKey({
  log,
  topic,
  partition,
}: Pick<PartitionBounds, 'log' | 'topic' | 'partition'>): string {
  return `${log} ${topic}/${partition}`
}

/**
 * Judges what was found by the leader epochs up to which it was read: by whoever committed last, and by this member. A log
 * that lost its tail is found so however far it has grown since. Rejects as `endsOfEpochs` does.
 */
export async function resolveStarts(
  partitions: readonly PartitionOffsets[],
  { delivered, fetched }: EpochHistory,
  cluster: object,
): Promise<PartitionStart[]> {
  const current = partitions.map((one) => {
    return { ...one, epoch: Math.max(one.epoch, fetched.get(epochKey(one.extent)) ?? -1) }
  })
  const committedTo = await findTruncations(current, ({ committedEpoch }) => committedEpoch, cluster)
  const givenTo = await findTruncations(
    current,
    ({ extent }) => delivered.get(epochKey(extent)) ?? -1,
    cluster,
  )
  return current.map(({ extent, epoch }) => {
    const name = `${extent.topic}/${extent.partition}`
    const truncation = {
      committedTo: committedTo.get(name) ?? extent.end,
      givenTo: givenTo.get(name) ?? extent.end,
    }
    return {
      position: startPosition({ ...extent, ...truncation }),
      extent: { ...extent, ...truncation },
      epoch,
    }
  })
}

/** What was read up to the epoch that is now can't have been cut since. */
async function findTruncations(
  partitions: readonly PartitionOffsets[],
  epochOf: (one: PartitionOffsets) => number,
  cluster: object,
): Promise<ReadonlyMap<string, number>> {
  const read = partitions.flatMap((one): EpochQuery[] => {
    const { topic, partition } = one.extent
    const epoch = epochOf(one)
    return epoch >= 0 && epoch < one.epoch ? [{ topic, partition, epoch }] : []
  })
  return read.length === 0 ? new Map() : fetchEpochEnds(cluster, read)
}
