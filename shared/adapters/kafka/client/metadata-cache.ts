import type { PartitionMetadata } from './broker.ts'
import { openMetadataClient } from './metadata-client.ts'
import type { KafkaSettings } from './options.ts'

/** Who leads which partition, as far as the brokers told. Topics are named as on the brokers. */
export interface MetadataCache {
  /** In the order of their numbers; undefined while nothing is known of the topic. */
  partitions(topic: string): readonly PartitionMetadata[] | undefined
  /** host:port of the partition's leader; null while none is known. */
  leader(topic: string, partition: number): string | null
  /** From now on asked for, too, with each refresh. */
  track(topics: Iterable<string>): void
  /** Resolves when a broker has told; rejects when none answers in time. Several at a time are one. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** So old, what is known is asked for again: partitions may have been added. */
const MAX_AGE_MS = 300_000

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
