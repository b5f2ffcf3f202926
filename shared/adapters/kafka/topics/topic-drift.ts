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

/** Compares existing topics with their intended configuration. Changes nothing. */
async function topicDrift(metadata: MetadataCache, topics: readonly WantedTopic[]): Promise<TopicDrift[]> {
  const [settings, replicas] = await Promise.all([
    metadata.askAny((broker) => broker.topicSettings(topics)),
    replicasOf(metadata, topics),
  ])
  return topics.flatMap((wanted) => {
    const { topic } = wanted
    return [...wantedSettings(wanted)].flatMap(([setting, value]) => {
      const found = setting === REPLICATION_SETTING ? replicas.get(topic) : settings.get(topic)?.get(setting)
      return found === undefined || found === value ? [] : [{ topic, setting, found, wanted: value }]
    })
  })
}

function wantedSettings(wanted: WantedTopic): Map<string, string> {
  const settings = new Map(wanted.configEntries.map(({ name, value }) => [name, value]))
  settings.set(REPLICATION_SETTING, String(wanted.replicationFactor))
  return settings
}

/** Number of replicas of each topic's partition with the fewest. */
async function replicasOf(
  metadata: MetadataCache,
  topics: readonly WantedTopic[],
): Promise<Map<string, string>> {
  const names = topics.map(({ topic }) => topic)
  const { topicMetadata } = await metadata.askAny((broker) => broker.metadata(names))
  for (const { topicErrorCode } of topicMetadata) assertAccepted(topicErrorCode)
  return new Map(
    topicMetadata.map(({ topic, partitionMetadata }) => [
      topic,
      String(Math.min(...partitionMetadata.map(({ replicas }) => replicas.length))),
    ]),
  )
}
