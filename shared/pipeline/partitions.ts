import { makeProgress, type Progress } from '#shared/pipeline/progress.ts'
import type { LogRecord, Position } from '#shared/ports/event-log.ts'

type Place = Pick<LogRecord, 'topic' | 'partition' | 'offset'>

interface Partition {
  readonly topic: string
  readonly partition: number
  readonly progress: Progress
  isOwned: boolean
}

/** How far a member of a group is in the partitions that it has, or had: what it knew of those helps if they come back. */
export class Partitions {
  /** By topic and number: each record is looked up several times, and names made for that would cost more than the rest. */
  readonly #known = new Map<string, Map<number, Partition>>()
  #owned: readonly Partition[] = []

  /** From now on the member has these partitions and no others. */
  assign(positions: readonly Position[]): void {
    for (const before of this.#owned) before.isOwned = false
    this.#owned = positions.map((position) => {
      const one = this.#of(position)
      one.isOwned = true
      one.progress.resume(position.offset, position.metadata)
      return one
    })
  }

  owns({ topic, partition }: Place): boolean {
    return this.#known.get(topic)?.get(partition)?.isOwned === true
  }

  /** Whether the record is to be started: false when it runs already or is finished. */
  begin(place: Place): boolean {
    return this.#of(place).progress.begin(place.offset)
  }

  finish(place: Place): void {
    this.#of(place).progress.finish(place.offset)
  }

  /** The record was not started after all; it may come again. */
  abandon(place: Place): void {
    this.#of(place).progress.abandon(place.offset)
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
    return this.#owned.reduce((sum, { progress }) => sum + progress.size(), 0)
  }

  #of({ topic, partition }: Omit<Place, 'offset'>): Partition {
    const known = this.#known.get(topic)?.get(partition)
    if (known !== undefined) return known
    const fresh = { topic, partition, progress: makeProgress(), isOwned: false }
    const ofTopic = this.#known.get(topic) ?? new Map<number, Partition>()
    this.#known.set(topic, ofTopic.set(partition, fresh))
    return fresh
  }
}
