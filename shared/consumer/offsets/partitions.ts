import type { LogChange } from '#shared/consumer/offsets/log-change.ts'
import { makePartitionProgress, type Progress } from '#shared/consumer/offsets/partition-progress.ts'
import { resume } from '#shared/consumer/offsets/resumption.ts'
import type { LogRecord, PartitionBounds, Position } from '#shared/ports/event-log.ts'

type RecordPosition = Pick<LogRecord, 'topic' | 'partition' | 'offset'>

interface Partition {
  readonly topic: string
  readonly partition: number
  /** Of which log the progress is; null as long as the member never had the partition. */
  log: string | null
  progress: Progress
  /** Counts how often the log went back: what was begun in an earlier era says nothing of the offsets of this one. */
  epoch: number
  isOwned: boolean
}

/** How far a member of a group is in the partitions that it has, or had: what it knew of those helps if they come back. */
export class AssignedPartitions {
  /** By topic and number: each record is looked up several times, and names made for that would cost more than the rest. */
  readonly #known = new Map<string, Map<number, Partition>>()
  #owned: readonly Partition[] = []

  /**
   * From now on the member has these partitions and no others. Answers where the log is not as the group left it, as far
   * as `extents` (in the order of the positions) says what there is.
   */
  assign(positions: readonly Position[], extents: readonly PartitionBounds[] = []): LogChange[] {
    for (const before of this.#owned) before.isOwned = false
    this.#owned = positions.map((position) => this.#of(position))
    for (const one of this.#owned) one.isOwned = true
    return positions.flatMap(
      (position, at) => resumePartition(this.#of(position), position, extents[at]) ?? [],
    )
  }

  /** Tells records of one place apart: it grows when the log goes back. */
  epochOf(record: Omit<RecordPosition, 'offset'>): number {
    return this.#of(record).epoch
  }

  owns({ topic, partition }: RecordPosition): boolean {
    return this.#known.get(topic)?.get(partition)?.isOwned === true
  }

  /** Whether the record is to be started: false when it runs already or is finished. */
  begin(record: RecordPosition): boolean {
    return this.#of(record).progress.begin(record.offset)
  }

  finish(record: RecordPosition): void {
    this.#of(record).progress.finish(record.offset)
  }

  /** The record was not started after all; it may come again. */
  withdraw(record: RecordPosition): void {
    this.#of(record).progress.withdraw(record.offset)
  }

  /** Where the member stands in each partition it has. */
  positions(): Position[] {
    return this.#owned.map(({ topic, partition, progress }) => ({
      topic,
      partition,
      ...progress.position(),
    }))
  }

  /** How much is remembered of the partitions it has. */
  size(): number {
    return this.#owned.reduce((sum, { progress }) => sum + progress.trackedCount(), 0)
  }

  #of({ topic, partition }: Omit<RecordPosition, 'offset'>): Partition {
    const known = this.#known.get(topic)?.get(partition)
    if (known !== undefined) return known
    const fresh = { topic, partition, log: null, progress: makePartitionProgress(), epoch: 0, isOwned: false }
    const ofTopic = this.#known.get(topic) ?? new Map<number, Partition>()
    this.#known.set(topic, ofTopic.set(partition, fresh))
    return fresh
  }
}

function resumePartition(
  one: Partition,
  position: Position,
  extent: PartitionBounds | undefined,
): LogChange | null {
  if (extent === undefined) {
    one.progress.resume(position.offset, position.metadata)
    return null
  }
  const { progress, log, change } = resume(
    one.log === null ? null : { log: one.log, progress: one.progress },
    position,
    extent,
  )
  if (one.log !== null && progress !== one.progress) one.epoch += 1
  one.progress = progress
  one.log = log
  return change
}
