import type { WantedTopic } from '../connection/admin-requests.ts'
import type { MetadataCache } from '../connection/cluster-metadata.ts'
import type { KafkaSettings } from '../connection/options.ts'
import { assertAccepted } from '../protocol/kafka-error.ts'

/**
 * Logs each topic setting that differs from the intended one and returns their number. Null if the brokers do
 * not tell the settings; the log works without.
 */
export async function countDrift(
  metadata: MetadataCache,
  topics: readonly WantedTopic[],
  { log }: KafkaSettings,
): Promise<number | null> {
  try {
    const drift = await topicDrift(metadata, topics)
    for (const one of drift) log?.warn({ ...one }, 'Kafka: a topic setting differs from the intended one')
    return drift.length
  } catch (error) {
    log?.info({ error: String(error) }, 'Kafka: the topic settings could not be read')
    return null
  }
}

/** A setting of an existing topic that differs from the intended one. `topic` is named as on the broker. */
interface TopicDrift {
  readonly topic: string
  readonly setting: string
  readonly found: string
  readonly wanted: string
}

const REPLICATION_SETTING = 'replication.factor'
const PARTITIONS_SETTING = 'partitions'

/** Compares existing topics with their intended configuration. Changes nothing. */
async function topicDrift(metadata: MetadataCache, topics: readonly WantedTopic[]): Promise<TopicDrift[]> {
  const [settings, layouts] = await Promise.all([
    metadata.askAny((broker) => broker.topicSettings(topics)),
    layoutsOf(metadata, topics),
  ])
  return topics.flatMap((wanted) => {
    const { topic } = wanted
    return [...wantedSettings(wanted)].flatMap(([setting, value]) => {
      const found = layouts.get(topic)?.get(setting) ?? settings.get(topic)?.get(setting)
      const isRight = found === undefined || found === value || found === wanted.alsoRight?.[setting]
      return isRight ? [] : [{ topic, setting, found, wanted: value }]
    })
  })
}

function wantedSettings(wanted: WantedTopic): Map<string, string> {
  const settings = new Map(wanted.configEntries.map(({ name, value }) => [name, value]))
  settings.set(REPLICATION_SETTING, String(wanted.replicationFactor))
  settings.set(PARTITIONS_SETTING, String(wanted.numPartitions))
  return settings
}

/** Number of partitions of each topic, and of replicas of its partition with the fewest. */
async function layoutsOf(
  metadata: MetadataCache,
  topics: readonly WantedTopic[],
): Promise<Map<string, Map<string, string>>> {
  const names = topics.map(({ topic }) => topic)
  const { topicMetadata } = await metadata.askAny((broker) => broker.metadata(names))
  for (const { topicErrorCode } of topicMetadata) assertAccepted(topicErrorCode)
  return new Map(
    topicMetadata.map(({ topic, partitionMetadata }) => [
      topic,
      new Map([
        [REPLICATION_SETTING, String(Math.min(...partitionMetadata.map(({ replicas }) => replicas.length)))],
        [PARTITIONS_SETTING, String(partitionMetadata.length)],
      ]),
    ]),
  )
}
