import type { PartitionMetadata } from './broker.ts'
import { openMetadataClient } from './metadata-client.ts'
import type { KafkaSettings } from './options.ts'

/**
 * Cached cluster metadata: the partitions of each topic and their leaders. Topics are named as on the broker.
 */
export interface MetadataCache {
  /** Sorted by partition number; undefined if the topic is not known. */
  partitions(topic: string): readonly PartitionMetadata[] | undefined
  /** Address (host:port) of the partition's leader; null if none is known. */
  leader(topic: string, partition: number): string | null
  /** Adds topics that each refresh requests. */
  track(topics: Iterable<string>): void
  /** Fetches the metadata; concurrent calls share one request. Rejects if no broker answers in time. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** Metadata older than this is refreshed in the background: partitions may have been added. */
const MAX_AGE_MS = 300_000

/** Creates an empty cache; the first refresh connects. */
export function openMetadataCache(settings: KafkaSettings): MetadataCache {
  const metadataClient = openMetadataClient(settings)
  const topics = new Set<string>()
  let addresses = new Map<number, string>()
  let partitionsByTopic = new Map<string, readonly PartitionMetadata[]>()
  let refreshing: Promise<void> | null = null
  let refreshedAt = Number.NEGATIVE_INFINITY

  async function refresh(): Promise<void> {
    const { brokers, topicMetadata } = await metadataClient.metadata([...topics])
    addresses = new Map(brokers.map(({ nodeId, host, port }) => [nodeId, `${host}:${port}`]))
    metadataClient.setBrokers([...addresses.values()])
    const existing = topicMetadata.filter(({ partitionMetadata }) => partitionMetadata.length > 0)
    partitionsByTopic = new Map(existing.map((one) => [one.topic, sorted(one.partitionMetadata)]))
    refreshedAt = performance.now()
  }

  function refreshOnce(): Promise<void> {
    refreshing ??= refresh().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  return {
    partitions(topic) {
      if (performance.now() - refreshedAt > MAX_AGE_MS) refreshOnce().catch(() => undefined)
      return partitionsByTopic.get(topic)
    },
    leader(topic, partition) {
      const found = partitionsByTopic.get(topic)?.find(({ partitionId }) => partitionId === partition)
      return addresses.get(found?.leader ?? -1) ?? null
    },
    track(tracked) {
      for (const topic of tracked) topics.add(topic)
    },
    refresh: refreshOnce,
    close: metadataClient.close,
  }
}

const sorted = (partitions: readonly PartitionMetadata[]) =>
  partitions.toSorted((a, b) => a.partitionId - b.partitionId)
