import { setTimeout as sleep } from 'node:timers/promises'
import type { TopicPartition } from '#shared/ports/event-log.ts'
import type { MetadataCache } from '../client/cluster-metadata.ts'
import type { KafkaSettings } from '../client/options.ts'
import { partitionName } from '../protocol/partition-name.ts'
import { type BrokerClients, openBrokerClients } from './leader-requests.ts'

/** After this time the partitions are divided among their leaders anew, with fresh metadata: a topic may have more of them. */
const ROUND_MS = 5000
const RETRY_MS = 200
/**
 * Polls of a broker begin so far apart, so that each reports all partitions that changed in the meantime: longer for many
 * partitions, each of which is a part of the work.
 */
const INTERVAL_MS = 20
const MS_A_PARTITION = 0.5
/** Time for a broker to answer, besides the time that it waits for records. */
const ANSWER_MS = 2000
/** The answer has the end of each partition. Its records are not used: it has one batch at most. */
const SMALLEST = { partitionBytes: 1, bytes: 1 }

/** A partition and its end, as far as it was reported; null = unknown. */
interface WatchedPartition extends TopicPartition {
  end: number | null
}

interface FoundEnd extends TopicPartition {
  readonly end: number
  /** Why there is none. */
  readonly error: Error | null
}

interface Watcher {
  readonly topics: ReadonlySet<string>
  onChange(changed: readonly TopicPartition[]): void
}

/**
 * Watches the ends of partitions by one long poll per broker, for any number of watchers. Each partition is reported once
 * when its end becomes known, and whenever it has changed. After a failure the end counts as unknown: a new leader may not
 * have all records at first. Topics are named as on the broker. Without a watcher no request is sent.
 */
export class EndWatch {
  readonly #metadata: MetadataCache
  readonly #clients: BrokerClients
  readonly #waitMs: number
  readonly #watchers = new Set<Watcher>()
  readonly #watched = new Map<string, WatchedPartition>()
  /** The topics of the present round. */
  #topics: ReadonlySet<string> = new Set()
  #isRunning = false
  /** Changes when the partitions must be divided among their leaders anew. */
  #generation = 0

  constructor(metadata: MetadataCache, settings: KafkaSettings) {
    this.#metadata = metadata
    this.#waitMs = settings.fetchWaitMs
    this.#clients = openBrokerClients(settings, settings.fetchWaitMs + ANSWER_MS)
  }

  /** Calls back until the returned function is called. */
  watch(topics: readonly string[], onChange: Watcher['onChange']): () => void {
    const watcher = { topics: new Set(topics), onChange }
    this.#watchers.add(watcher)
    if (topics.some((topic) => !this.#topics.has(topic))) this.#generation += 1
    if (!this.#isRunning) void this.#run()
    return () => void this.#watchers.delete(watcher)
  }

  async close(): Promise<void> {
    this.#watchers.clear()
    this.#generation += 1
    await this.#clients.close()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#watchers.size > 0) await this.#runRound()
    this.#watched.clear()
    this.#isRunning = false
  }

  /** Polls until the generation changes, for `ROUND_MS` at most; shorter if a partition has no leader. */
  async #runRound(): Promise<void> {
    const generation = this.#generation
    const topics = new Set([...this.#watchers].flatMap(({ topics }) => [...topics]))
    this.#topics = topics
    this.#metadata.track(topics)
    const isFresh = await this.#metadata.refresh().then(
      () => true,
      () => false,
    )
    this.#updateWatched(topics)
    const byLeader = Map.groupBy(this.#watched.values(), (one) => this.#leaderOf(one))
    const hasLeaders = !byLeader.delete(null)
    const isComplete = isFresh && hasLeaders && this.#hasAll(topics)
    const until = performance.now() + (isComplete ? ROUND_MS : RETRY_MS)
    const isOver = () =>
      performance.now() >= until || this.#generation !== generation || this.#watchers.size === 0
    const polls = [...byLeader].map(([leader, ofLeader]) => this.#pollLeader(leader ?? '', ofLeader, isOver))
    await Promise.all(isComplete ? polls : [...polls, sleep(RETRY_MS)])
  }

  #leaderOf({ topic, partition }: TopicPartition): string | null {
    return this.#metadata.leader(topic, partition)
  }

  #hasAll(topics: ReadonlySet<string>): boolean {
    return [...topics].every((topic) => this.#metadata.partitions(topic) !== undefined)
  }

  #updateWatched(topics: ReadonlySet<string>): void {
    const existing = [...topics].flatMap((topic) =>
      (this.#metadata.partitions(topic) ?? []).map(({ partitionId }) => ({ topic, partition: partitionId })),
    )
    const names = new Set(existing.map(partitionName))
    for (const name of this.#watched.keys()) if (!names.has(name)) this.#watched.delete(name)
    for (const place of existing) {
      const name = partitionName(place)
      if (!this.#watched.has(name)) this.#watched.set(name, { ...place, end: null })
    }
  }

  /** Polls until the round is over or an end is unknown: then the leader may be another one. */
  async #pollLeader(
    address: string,
    partitions: readonly WatchedPartition[],
    isOver: () => boolean,
  ): Promise<void> {
    try {
      const intervalMs = Math.max(INTERVAL_MS, MS_A_PARTITION * partitions.length)
      do {
        await this.#findEnds(address, partitions)
        await Promise.all([this.#poll(address, partitions), sleep(intervalMs)])
      } while (!isOver() && partitions.every(isEndKnown))
    } catch {
      for (const one of partitions) one.end = null
    }
    if (partitions.every(isEndKnown)) return
    this.#generation += 1
    await sleep(RETRY_MS)
  }

  async #findEnds(address: string, partitions: readonly WatchedPartition[]): Promise<void> {
    const unknown = partitions.filter((one) => !isEndKnown(one))
    if (unknown.length === 0) return
    const listed = await this.#clients.use(address, ANSWER_MS, (broker) => broker.listOffsets(unknown, 'end'))
    this.#report(listed.map(({ offset, ...one }) => ({ ...one, end: offset })))
  }

  async #poll(address: string, partitions: readonly WatchedPartition[]): Promise<void> {
    const places = partitions.filter(isEndKnown).map((one) => ({ ...one, offset: one.end }))
    if (places.length === 0) return
    const limits = { waitMs: this.#waitMs, ...SMALLEST }
    const limitMs = this.#waitMs + ANSWER_MS
    const fetched = await this.#clients.use(address, limitMs, (broker) => broker.fetch(places, limits))
    this.#report(fetched.map((one) => ({ ...one, end: Number(one.lastStableOffset) })))
  }

  /** Tells each watcher which of its partitions have another end than before. An end counts as unknown after an error. */
  #report(ends: readonly FoundEnd[]): void {
    const changed = ends.flatMap(({ topic, partition, end, error }) => {
      const watched = this.#watched.get(partitionName({ topic, partition }))
      const before = watched?.end
      if (watched !== undefined) watched.end = error === null ? end : null
      return error === null && watched !== undefined && before !== end ? [{ topic, partition }] : []
    })
    for (const { topics, onChange } of this.#watchers) {
      const own = changed.filter(({ topic }) => topics.has(topic))
      if (own.length > 0) onChange(own)
    }
  }
}

function isEndKnown(one: WatchedPartition): one is WatchedPartition & { end: number } {
  return one.end !== null
}
