import { setTimeout as sleep } from 'node:timers/promises'
import type { LogPage } from '#shared/ports/event-log.ts'
import type { PartitionOffset } from '../connection/broker.ts'
import { type BrokerClients, openBrokerClients } from '../connection/broker-clients.ts'
import type { MetadataCache } from '../connection/cluster-metadata.ts'
import type { KafkaSettings } from '../connection/options.ts'
import type { FetchedPartition } from '../protocol/fetch-request.ts'
import { partitionName } from '../protocol/partition-name.ts'
import { isOutOfRange, toLogPage } from './fetched-page.ts'
import { pollByLeader } from './poll-by-leader.ts'

export interface GroupFetchOptions {
  readonly metadata: MetadataCache
  readonly settings: KafkaSettings
  /** Where to begin in each partition; topics are named as on the broker. */
  readonly starts: readonly PartitionOffset[]
  /** Whether to pause after a fetch that has brought records, so that the next one brings more for the same cost. */
  readonly isThrottled: boolean
  readonly signal: AbortSignal
  /** Resolves when records may be fetched and delivered, or the signal is aborted. */
  mayDeliver(): Promise<void>
  /**
   * Delivers a page, whose newest record was appended in this leader epoch (-1 = unknown). Returns whether the next one
   * follows it; otherwise the fetch is over. May throw.
   */
  deliver(place: PartitionOffset, page: LogPage, leaderEpoch: number): boolean
  /** Whether a partition has another log than at the start, as the metadata tell. */
  isChanged(): boolean
}

/** Time for a broker to answer, besides the time that it waits for records. */
const ANSWER_MS = 2000
const THROTTLE_MS = 250

/**
 * Fetches the records of the partitions from their leaders, each partition in its order. Resolves when it must begin anew,
 * at other positions, or the signal is aborted. Rejects with what `deliver` throws.
 */
export function fetchRecords(options: GroupFetchOptions): Promise<void> {
  return new GroupFetch(options).run()
}

class GroupFetch {
  readonly #options: GroupFetchOptions
  readonly #clients: BrokerClients
  /** The next offsets. Partitions that have brought records are last: a broker fills its answer in this order. */
  readonly #next: Map<string, PartitionOffset>
  readonly #end = Promise.withResolvers<void>()
  #isOver = false

  constructor(options: GroupFetchOptions) {
    this.#options = options
    this.#clients = openBrokerClients(options.settings, options.settings.fetchWaitMs + ANSWER_MS)
    this.#next = new Map(options.starts.map((start) => [partitionName(start), start]))
  }

  async run(): Promise<void> {
    const { signal, settings } = this.#options
    signal.addEventListener('abort', this.#stop, { once: true })
    const checking = setInterval(() => void this.#check(), settings.logCheckMs).unref()
    if (signal.aborted) this.#stop()
    else void this.#fetchAll()
    try {
      await this.#end.promise
    } finally {
      clearInterval(checking)
      signal.removeEventListener('abort', this.#stop)
      void this.#clients.close()
    }
  }

  readonly #stop = (): void => {
    this.#isOver = true
    this.#end.resolve()
  }

  async #fetchAll(): Promise<void> {
    const { metadata, starts } = this.#options
    const isOver = () => this.#isOver
    while (!this.#isOver && starts.length > 0) {
      await pollByLeader({ metadata, partitions: starts, isOver, poll: this.#poll })
      if (!this.#isOver) await this.#check()
    }
  }

  /** Ends the fetch when a topic was created anew, or another broker leads. */
  async #check(): Promise<void> {
    // If no broker answers, the fetches fail as well.
    await this.#options.metadata.refresh().catch(() => {})
    if (this.#options.isChanged()) this.#stop()
  }

  readonly #poll = async (leader: string, partitions: readonly PartitionOffset[]): Promise<boolean> => {
    const { mayDeliver, isThrottled, settings } = this.#options
    await mayDeliver()
    if (this.#isOver) return true
    const { fetchWaitMs: waitMs, fetchMaxBytes: bytes, fetchMaxPartitionBytes: partitionBytes } = settings
    const places = this.#placesOf(partitions)
    const fetched = await this.#clients.of(leader).fetch(places, { waitMs, bytes, partitionBytes })
    await mayDeliver()
    this.#deliverAll(fetched)
    if (isThrottled && fetched.some(({ records }) => records.length > 0)) await sleep(THROTTLE_MS)
    return this.#isOver || fetched.every(({ error }) => error === null)
  }

  #placesOf(partitions: readonly PartitionOffset[]): PartitionOffset[] {
    const names = new Set(partitions.map(partitionName))
    return [...this.#next].flatMap(([name, place]) => (names.has(name) ? [place] : []))
  }

  #deliverAll(fetched: readonly FetchedPartition[]): void {
    try {
      for (const one of fetched) if (!this.#isOver) this.#deliver(one)
    } catch (error) {
      this.#isOver = true
      this.#end.reject(error)
    }
  }

  /** A partition that is not led by the broker any more is fetched again. */
  #deliver(fetched: FetchedPartition): void {
    const name = partitionName(fetched)
    const place = this.#next.get(name)
    if (place === undefined || (fetched.error !== null && !isOutOfRange(fetched.error))) return
    const topic = place.topic.slice(this.#options.settings.topicPrefix.length)
    const page = toLogPage(topic, place.offset, fetched)
    const leaderEpoch = fetched.records.at(-1)?.leaderEpoch ?? -1
    const isFollowed = this.#options.deliver(place, page, leaderEpoch)
    if (!isFollowed) this.#stop()
    if (!isFollowed || page.next === place.offset) return
    this.#next.delete(name)
    this.#next.set(name, { ...place, offset: page.next })
  }
}
