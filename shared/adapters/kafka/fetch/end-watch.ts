import { setTimeout as sleep } from 'node:timers/promises'
import type { TopicPartition } from '#shared/ports/event-log.ts'
import { type BrokerClients, openBrokerClients } from '../connection/broker-clients.ts'
import type { MetadataCache } from '../connection/cluster-metadata.ts'
import type { KafkaSettings } from '../connection/options.ts'
import { partitionName } from '../protocol/partition-name.ts'
import { pollByLeader } from './poll-by-leader.ts'

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
    const isComplete = isFresh && this.#hasAll(topics)
    const until = performance.now() + (isComplete ? ROUND_MS : RETRY_MS)
    const isOver = () =>
      performance.now() >= until || this.#generation !== generation || this.#watchers.size === 0
    const polling = pollByLeader({
      metadata: this.#metadata,
      partitions: [...this.#watched.values()],
      isOver,
      poll: (leader, partitions) => this.#pollLeader(leader, partitions),
    })
    await Promise.all(isComplete ? [polling] : [polling, sleep(RETRY_MS)])
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

  /** Resolves with whether all ends are known: otherwise the leader may be another one. */
  async #pollLeader(address: string, partitions: readonly WatchedPartition[]): Promise<boolean> {
    try {
      const intervalMs = Math.max(INTERVAL_MS, MS_A_PARTITION * partitions.length)
      await this.#findEnds(address, partitions)
      await Promise.all([this.#poll(address, partitions), sleep(intervalMs)])
    } catch {
      for (const one of partitions) one.end = null
    }
    return partitions.every(isEndKnown)
  }

  async #findEnds(address: string, partitions: readonly WatchedPartition[]): Promise<void> {
    const unknown = partitions.filter((one) => !isEndKnown(one))
    if (unknown.length === 0) return
    const listed = await this.#clients.of(address).listOffsets(unknown, 'end')
    this.#report(listed.map(({ offset, ...one }) => ({ ...one, end: offset })))
  }

  async #poll(address: string, partitions: readonly WatchedPartition[]): Promise<void> {
    const places = partitions.filter(isEndKnown).map((one) => ({ ...one, offset: one.end }))
    if (places.length === 0) return
    const limits = { waitMs: this.#waitMs, ...SMALLEST }
    const fetched = await this.#clients.of(address).fetch(places, limits)
    this.#report(fetched.map((one) => ({ ...one, end: one.lastStableOffset })))
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
