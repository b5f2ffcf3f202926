import type { LogChange } from '#shared/consumer/offsets/log-change.ts'
import { PartitionProgress } from '#shared/consumer/offsets/partition-progress.ts'
import { resume } from '#shared/consumer/offsets/resumption.ts'
import type { LogRecord, PartitionBounds, Position } from '#shared/ports/event-log.ts'

type RecordPosition = Pick<LogRecord, 'topic' | 'partition' | 'offset'>

interface Partition {
  readonly topic: string
  readonly partition: number
  /** Id of the log to which the progress belongs; null before the member first owned the partition. */
  log: string | null
  progress: PartitionProgress
  /** Counts truncations and recreations of the log: records of an earlier epoch say nothing about the current offsets. */
  epoch: number
  isOwned: boolean
}

/** The progress of a member in the partitions that it owns, or owned: known progress is used when a partition returns. */
export class AssignedPartitions {
  /** By topic and number. Each record is looked up several times, and composed string keys would dominate the cost. */
  readonly #known = new Map<string, Map<number, Partition>>()
  #owned: readonly Partition[] = []

  /**
   * The member owns these partitions, and no others, from here on. Answers where the log is not as the group left it, by
   * the bounds (in the order of the positions).
   */
  assign(positions: readonly Position[], bounds: readonly PartitionBounds[] = []): LogChange[] {
    for (const before of this.#owned) before.isOwned = false
    this.#owned = positions.map((position) => this.#of(position))
    for (const one of this.#owned) one.isOwned = true
    return positions.flatMap(
      (position, at) => resumePartition(this.#of(position), position, bounds[at]) ?? [],
    )
  }

  /** The epoch of the partition; it grows when the log is truncated or recreated. */
  epochOf(record: Omit<RecordPosition, 'offset'>): number {
    return this.#of(record).epoch
  }

  /** The number of partitions that the member owns. */
  get count(): number {
    return this.#owned.length
  }

  owns({ topic, partition }: RecordPosition): boolean {
    return this.#known.get(topic)?.get(partition)?.isOwned === true
  }

  /** Whether to start the record: false when it runs already or is finished. */
  begin(record: RecordPosition): boolean {
    return this.#of(record).progress.begin(record.offset)
  }

  finish(record: RecordPosition): void {
    this.#of(record).progress.finish(record.offset)
  }

  /** The record was not started; it may arrive again. */
  withdraw(record: RecordPosition): void {
    this.#of(record).progress.withdraw(record.offset)
  }

  /** The position in each partition that the member owns. */
  positions(): Position[] {
    return this.#owned.map(({ topic, partition, progress }) => ({
      topic,
      partition,
      ...progress.position(),
    }))
  }

  /** Number of tracked entries in the partitions that the member owns. */
  size(): number {
    return this.#owned.reduce((sum, { progress }) => sum + progress.trackedCount(), 0)
  }

  #of({ topic, partition }: Omit<RecordPosition, 'offset'>): Partition {
    const known = this.#known.get(topic)?.get(partition)
    if (known !== undefined) return known
    const fresh = { topic, partition, log: null, progress: new PartitionProgress(), epoch: 0, isOwned: false }
    const ofTopic = this.#known.get(topic) ?? new Map<number, Partition>()
    this.#known.set(topic, ofTopic.set(partition, fresh))
    return fresh
  }
}

function resumePartition(
  one: Partition,
  position: Position,
  bounds: PartitionBounds | undefined,
): LogChange | null {
  if (bounds === undefined) {
    one.progress.resume(position.offset, position.metadata)
    return null
  }
  const { progress, log, change } = resume(
    one.log === null ? null : { log: one.log, progress: one.progress },
    position,
    bounds,
  )
  if (one.log !== null && progress !== one.progress) one.epoch += 1
  one.progress = progress
  one.log = log
  return change
}
