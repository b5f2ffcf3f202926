import { setTimeout as sleep } from 'node:timers/promises'
import type { LogPage, Position, Receiver, TopicPartition } from '#shared/ports/event-log.ts'
import type { MetadataCache } from '../connection/cluster-metadata.ts'
import type { KafkaSettings } from '../connection/options.ts'
import { fetchRecords } from '../fetch/group-fetch.ts'
import { partitionName } from '../protocol/partition-name.ts'
import type { LogVersion } from './commit-metadata.ts'
import { type EpochHistory, epochKey, type PartitionStart } from './start-positions.ts'
import type { Assignment } from './sticky-assigner.ts'

export interface DeliveryOptions {
  readonly receiver: Receiver
  readonly settings: KafkaSettings
  readonly metadata: MetadataCache
  readonly epochs: EpochHistory
  readonly isThrottled: boolean
  /** Start positions of the group in the partitions of these topics, named as on the broker. */
  readStarts(topics: readonly string[]): Promise<readonly PartitionStart[]>
  /** Resolves when records may be delivered, or the signal is aborted. */
  mayDeliver(signal: AbortSignal): Promise<void>
}

const RETRY_MS = 200

/**
 * Delivers the records of the partitions that a member owns to its receiver, each time after it has announced the
 * positions. The member owns its partitions once they are announced, until the next run.
 */
export class Delivery {
  readonly #options: DeliveryOptions
  /** By partition: the log version in which its offsets count. */
  #owned: ReadonlyMap<string, LogVersion> | null = null

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  /**
   * Announces the positions and delivers the records from there, until the signal is aborted. Announces them again when
   * the log has lost records, or may have: a topic was created anew, offsets are gone, another broker leads.
   */
  async run(assignment: Assignment, signal: AbortSignal): Promise<void> {
    const { settings } = this.#options
    this.#owned = null
    while (!signal.aborted) {
      await this.#deliverFromStarts(assignment, signal).catch((error) => {
        settings.log?.info({ error: String(error) }, 'Kafka: records could not be delivered; beginning anew')
      })
      if (signal.aborted) return
      this.#owned = null
      await sleep(RETRY_MS)
    }
  }

  /** The group rebalances: the receiver may commit until the next run. */
  revoke(): void {
    if (this.#owned !== null) this.#options.receiver.revoking?.()
  }

  /** This member owns nothing any more. */
  end(): void {
    this.#owned = null
  }

  /** Log version of an owned partition; null if the partition is not owned. */
  versionOf({ topic, partition }: TopicPartition): LogVersion | null {
    const name = partitionName({ topic: this.#options.settings.topicPrefix + topic, partition })
    return this.#owned?.get(name) ?? null
  }

  async #deliverFromStarts(assignment: Assignment, signal: AbortSignal): Promise<void> {
    const { metadata, settings, isThrottled, mayDeliver } = this.#options
    const starts = await this.#readStarts(assignment)
    if (signal.aborted) return
    const owned = new Map(
      starts.map(({ bounds, epoch }) => [partitionName(bounds), { log: bounds.log, epoch }]),
    )
    this.#owned = owned
    this.#announce(starts)
    await fetchRecords({
      ...{ metadata, settings, isThrottled, signal },
      starts: starts.map(({ position }) => position),
      mayDeliver: () => mayDeliver(signal),
      deliver: (place, page, leaderEpoch) => {
        const version = owned.get(partitionName(place)) as LogVersion
        return this.#deliver({ ...place, ...version }, page, leaderEpoch)
      },
      isChanged: () => starts.some((start) => isOfOtherLog(start, metadata)),
    })
  }

  async #readStarts(assignment: Assignment): Promise<readonly PartitionStart[]> {
    const starts = await this.#options.readStarts(Object.keys(assignment))
    const own = starts.filter(({ bounds }) => assignment[bounds.topic]?.includes(bounds.partition))
    if (own.length === Object.values(assignment).flat().length) return own
    throw new Error('The positions of some partitions are not known')
  }

  #announce(starts: readonly PartitionStart[]): void {
    const { receiver, epochs, settings } = this.#options
    for (const { bounds, epoch } of starts) epochs.delivered.set(epochKey(bounds), epoch)
    receiver.assigned(
      starts.map(({ position }): Position => withoutPrefix(position, settings.topicPrefix)),
      starts.map(({ bounds }) => withoutPrefix(bounds, settings.topicPrefix)),
    )
  }

  /**
   * Delivers the page, unless its offset is gone, or a new leader appended it: the log may have lost its tail before, and
   * the records may follow others than those that were read. Returns whether it was delivered.
   */
  #deliver(place: TopicPartition & LogVersion, page: LogPage, leaderEpoch: number): boolean {
    if (page.isGone) return false
    if (place.epoch >= 0 && leaderEpoch > place.epoch) {
      this.#options.epochs.fetched.set(epochKey(place), leaderEpoch)
      return false
    }
    if (page.records.length > 0) this.#options.receiver.received(page.records)
    return true
  }
}

/** Whether the topic was created anew since, or another broker leads the partition. */
function isOfOtherLog({ bounds, epoch }: PartitionStart, metadata: MetadataCache): boolean {
  const now = metadata.partitions(bounds.topic)?.find(({ partitionId }) => partitionId === bounds.partition)
  if (now === undefined) return false
  return metadata.topicId(bounds.topic) !== bounds.log || now.leaderEpoch > epoch
}

function withoutPrefix<T extends TopicPartition>(named: T, prefix: string): T {
  return { ...named, topic: named.topic.slice(prefix.length) }
}
