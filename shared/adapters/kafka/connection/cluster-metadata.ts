import { withRunningTimeout } from '#shared/async/running-timeout.ts'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { PartitionMetadata, TopicMetadata } from '../protocol/metadata-request.ts'
import { type Broker, makeBroker } from './broker.ts'
import type { KafkaSettings } from './options.ts'

/** Metadata older than this is refreshed in the background: partitions may have been added. */
const MAX_AGE_MS = 300_000

export type MetadataCache = ReturnType<typeof openMetadataCache>

/**
 * Creates an empty cache of the partitions of each topic and their leaders; the first refresh connects. Topics
 * are named as on the broker.
 */
export function openMetadataCache(settings: KafkaSettings) {
  const metadataClient = openMetadataClient(settings)
  const topics = new Set<string>()
  let addresses = new Map<number, string>()
  let known = new Map<string, TopicMetadata>()
  let refreshing: Promise<void> | null = null
  let refreshedAt = Number.NEGATIVE_INFINITY

  async function refresh(): Promise<void> {
    const { brokers, topicMetadata } = await metadataClient.ask((broker) => broker.metadata([...topics]))
    addresses = new Map(brokers.map(({ nodeId, host, port }) => [nodeId, `${host}:${port}`]))
    metadataClient.setBrokers([...addresses.values()])
    const existing = topicMetadata.filter(({ partitionMetadata }) => partitionMetadata.length > 0)
    known = new Map(existing.map((one) => [one.topic, sorted(one)]))
    refreshedAt = performance.now()
  }

  function refreshOnce(): Promise<void> {
    refreshing ??= refresh().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  return {
    /** Sorted by partition number; undefined if the topic is not known. */
    partitions(topic: string): readonly PartitionMetadata[] | undefined {
      if (performance.now() - refreshedAt > MAX_AGE_MS) refreshOnce().catch(() => undefined)
      return known.get(topic)?.partitionMetadata
    },
    /** Id of the topic; '' if it is not known. */
    topicId: (topic: string): string => known.get(topic)?.topicId ?? '',
    /** Address (host:port) of the partition's leader; null if none is known. */
    leader(topic: string, partition: number): string | null {
      const found = known.get(topic)?.partitionMetadata.find(({ partitionId }) => partitionId === partition)
      return addresses.get(found?.leader ?? -1) ?? null
    },
    /** Adds topics that each refresh requests. */
    track(tracked: Iterable<string>): void {
      for (const topic of tracked) topics.add(topic)
    },
    /** The answer of the first broker that answers. Rejects if none does in time. */
    askAny: metadataClient.ask,
    /** Fetches the metadata; concurrent calls share one request. Rejects if no broker answers in time. */
    refresh: refreshOnce,
    close: metadataClient.close,
  }
}

const sorted = (topic: TopicMetadata): TopicMetadata => {
  const partitionMetadata = topic.partitionMetadata.toSorted((a, b) => a.partitionId - b.partitionId)
  return { ...topic, partitionMetadata }
}

/** After this silence of a broker the request is sent to the next broker as well. */
const HEDGE_MS = 150

/**
 * Opens a client for requests that any broker can answer. It has connections of its own: a broker answers the
 * requests of one connection in order, so a slow request would delay this one.
 */
function openMetadataClient(settings: KafkaSettings) {
  const limitMs = settings.pingTimeoutMs
  /** By address; the broker that answered most recently is the last entry. */
  const brokers = new Map<string, Broker>()

  /** Replaces the list of brokers by these and the configured ones. */
  function setBrokers(addresses: readonly string[]): void {
    const all = new Set([...settings.brokers, ...addresses])
    for (const [address, broker] of brokers) {
      if (all.has(address)) continue
      brokers.delete(address)
      void broker.close()
    }
    for (const address of all) {
      if (!brokers.has(address)) brokers.set(address, makeBroker(address, settings, limitMs))
    }
  }

  async function request<T>(address: string, work: (broker: Broker) => Promise<T>): Promise<T> {
    const broker = brokers.get(address) as Broker
    const answer = await work(broker)
    if (brokers.delete(address)) brokers.set(address, broker)
    return answer
  }

  setBrokers([])
  return {
    /** The answer of the first broker that answers. Rejects if none does within the ping timeout. */
    ask<T>(work: (broker: Broker) => Promise<T>): Promise<T> {
      const latestFirst = [...brokers.keys()].toReversed()
      return withRunningTimeout(
        limitMs,
        hedged(latestFirst, (address) => request(address, work)),
      )
    },
    setBrokers,
    async close(): Promise<void> {
      await Promise.all([...brokers.values()].map((broker) => broker.close()))
    },
  }
}

/**
 * Hedged request: sends to the next entry of the list once all previous ones have failed or have been silent
 * for `HEDGE_MS`. Resolves with the first response.
 */
async function hedged<T>(list: readonly string[], request: (one: string) => Promise<T>): Promise<T> {
  const attempts: Promise<T>[] = []
  for (const one of list) {
    attempts.push(request(one))
    const first = await withTimeoutOrNull(
      Promise.any(attempts).catch(() => null),
      HEDGE_MS,
    )
    if (first !== null) return first
  }
  return Promise.any(attempts)
}
