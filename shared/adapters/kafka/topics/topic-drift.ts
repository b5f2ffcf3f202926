import type { Admin } from 'kafkajs'
import type { WantedTopic } from './create-topics.ts'

/** A setting of an existing topic that differs from the intended one. `topic` is named as on the broker. */
export interface TopicDrift {
  readonly topic: string
  readonly setting: string
  readonly found: string
  readonly wanted: string
}

const REPLICATION = 'replication.factor'
/** Kafka protocol, "DescribeConfigs Request": the resource type of topics. */
const TOPIC = 2

/** Compares existing topics with their intended configuration. Changes nothing. */
export async function topicDrift(admin: Admin, topics: readonly WantedTopic[]): Promise<TopicDrift[]> {
  const [settings, replicas] = await Promise.all([settingsOf(admin, topics), replicasOf(admin, topics)])
  return topics.flatMap(({ topic, replicationFactor, configEntries }) => {
    const wanted = new Map(configEntries.map(({ name, value }) => [name, value]))
    wanted.set(REPLICATION, String(replicationFactor))
    return [...wanted].flatMap(([setting, value]) => {
      const found = setting === REPLICATION ? replicas.get(topic) : settings.get(topic)?.get(setting)
      return found === undefined || found === value ? [] : [{ topic, setting, found, wanted: value }]
    })
  })
}

async function settingsOf(admin: Admin, topics: readonly WantedTopic[]) {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map(({ topic, configEntries }) => ({
      type: TOPIC,
      name: topic,
      configNames: configEntries.map(({ name }) => name),
    })),
  })
  return new Map(
    resources.map(({ resourceName, configEntries }) => [
      resourceName,
      new Map(configEntries.map(({ configName, configValue }) => [configName, configValue])),
    ]),
  )
}

/** Replicas of each topic's partition with the fewest replicas. */
async function replicasOf(admin: Admin, topics: readonly WantedTopic[]): Promise<Map<string, string>> {
  const metadata = await admin.fetchTopicMetadata({ topics: topics.map(({ topic }) => topic) })
  return new Map(
    metadata.topics.map(({ name, partitions }) => [
      name,
      String(Math.min(...partitions.map(({ replicas }) => replicas.length))),
    ]),
  )
}
