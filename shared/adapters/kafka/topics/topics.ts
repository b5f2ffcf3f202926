import { setTimeout as sleep } from 'node:timers/promises'
import type { Admin } from 'kafkajs'
import type { Segments, TopicSpec } from '#shared/ports/event-log.ts'
import type { KafkaSettings } from '../client/options.ts'

/** A topic as the service creates it, named as on the broker. */
export interface WantedTopic {
  readonly topic: string
  readonly numPartitions: number
  readonly replicationFactor: number
  readonly configEntries: { name: string; value: string }[]
}

/**
 * Bytes of a batch beyond those that `recordBytes` counts (Kafka, "Record Batch"): a generous upper bound.
 */
const BATCH_OVERHEAD_BYTES = 64 * 1024
const RETRY_MS = 50
/** Replicas of a topic if the settings name no number and there are as many brokers. */
const REPLICATION = 3

/**
 * Creates the missing topics (another process may create them first) and waits until all topics accept
 * records. Returns the intended configuration of every topic. Rejects if a topic is not usable within the
 * request timeout.
 */
export async function createMissingTopics(
  admin: Admin,
  specs: readonly TopicSpec[],
  settings: KafkaSettings,
): Promise<WantedTopic[]> {
  const deadline = Date.now() + settings.requestTimeoutMs
  const existing = new Set(await admin.listTopics())
  const replication = await replicationOf(admin, settings)
  const wanted = specs.map((spec) => wantedTopic(spec, replication, settings))
  const topics = wanted.filter(({ topic }) => !existing.has(topic))
  if (topics.length > 0) {
    await admin.createTopics({ topics, waitForLeaders: false, timeout: settings.requestTimeoutMs })
  }
  await waitUntilUsable(
    admin,
    wanted.map(({ topic }) => topic),
    deadline,
  )
  warnOfFormerTopics(existing, settings)
  return wanted
}

function warnOfFormerTopics(
  existing: ReadonlySet<string>,
  { topicPrefix, formerTopics, log }: KafkaSettings,
): void {
  const topics = formerTopics.map((topic) => topicPrefix + topic).filter((topic) => existing.has(topic))
  if (topics.length > 0)
    log?.warn(
      { topics },
      'Kafka: these topics are not used any more, and what they hold is given up. Remove them',
    )
}

/**
 * Number of replicas for topics to create. Brokers that are configured but down count, too: a topic created
 * without them would keep too few replicas.
 */
async function replicationOf(admin: Admin, settings: KafkaSettings): Promise<number> {
  const { brokers } = await admin.describeCluster()
  const brokerCount = Math.max(brokers.length, settings.brokers.length)
  const replication = settings.replication ?? Math.min(REPLICATION, brokerCount)
  if (replication === 1 && brokerCount > 1) {
    settings.log?.warn(
      { brokers: brokerCount },
      'Kafka: topics have one replica and are unavailable while its broker is down',
    )
  }
  return replication
}

/**
 * Waits until every topic has a leader that answers: the controller creates topics, and brokers reject all
 * requests for a topic until they hear of it.
 */
async function waitUntilUsable(admin: Admin, topics: string[], deadline: number): Promise<void> {
  for (;;) {
    try {
      await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(topic)))
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(RETRY_MS)
    }
  }
}

function wantedTopic(spec: TopicSpec, replication: number, settings: KafkaSettings): WantedTopic {
  const largestBatch = Math.max(spec.maxRecordBytes, settings.appendMaxBytes) + BATCH_OVERHEAD_BYTES
  // A record acknowledged by a single replica is lost with that replica's disk.
  const inSync = settings.minInSync ?? (replication >= REPLICATION ? 2 : 1)
  return {
    topic: settings.topicPrefix + spec.topic,
    numPartitions: settings.partitions,
    replicationFactor: replication,
    configEntries: [
      { name: 'cleanup.policy', value: 'delete' },
      { name: 'retention.ms', value: String(spec.retentionMs) },
      // `producer` keeps batches as they were sent (ours are uncompressed), whatever the broker's default.
      // Every client can decompress gzip.
      { name: 'compression.type', value: spec.isPacked === true ? 'gzip' : 'producer' },
      { name: 'max.message.bytes', value: String(largestBatch) },
      { name: 'min.insync.replicas', value: String(inSync) },
      ...segmentEntries(spec.segments, largestBatch),
    ],
  }
}

/** A broker rejects a batch that is larger than a segment. */
function segmentEntries(segments: Segments | undefined, largestBatch: number) {
  if (segments === undefined) return []
  const { ms, bytes, partitionBytes } = segments
  return [
    { name: 'segment.ms', value: String(ms) },
    { name: 'segment.bytes', value: String(Math.max(bytes, largestBatch)) },
    { name: 'retention.bytes', value: String(partitionBytes ?? -1) },
  ]
}

/** A setting of an existing topic that differs from the intended one. `topic` is named as on the broker. */
export interface TopicDrift {
  readonly topic: string
  readonly setting: string
  readonly found: string
  readonly wanted: string
}

const REPLICATION_SETTING = 'replication.factor'
/** Kafka protocol, "DescribeConfigs Request": the resource type of topics. */
const TOPIC = 2

/** Compares existing topics with their intended configuration. Changes nothing. */
export async function topicDrift(admin: Admin, topics: readonly WantedTopic[]): Promise<TopicDrift[]> {
  const [settings, replicas] = await Promise.all([settingsOf(admin, topics), replicasOf(admin, topics)])
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

async function settingsOf(
  admin: Admin,
  topics: readonly WantedTopic[],
): Promise<Map<string, Map<string, string>>> {
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

/** Number of replicas of each topic's partition with the fewest. */
async function replicasOf(admin: Admin, topics: readonly WantedTopic[]): Promise<Map<string, string>> {
  const metadata = await admin.fetchTopicMetadata({ topics: topics.map(({ topic }) => topic) })
  return new Map(
    metadata.topics.map(({ name, partitions }) => [
      name,
      String(Math.min(...partitions.map(({ replicas }) => replicas.length))),
    ]),
  )
}

/**
 * A topic as it exists at present: its id ('' if the broker does not tell) and the leader epoch of each
 * partition.
 */
export interface TopicDescription {
  readonly id: string
  readonly leaderEpochs: ReadonlyMap<number, number>
}

/** Describes the topics, by name. Rejects if a topic does not exist. */
export async function describeTopics(
  admin: Pick<Admin, 'fetchTopicMetadata'>,
  topics: readonly string[],
): Promise<ReadonlyMap<string, TopicDescription>> {
  const answer = await admin.fetchTopicMetadata({ topics: [...topics] })
  return new Map(
    answer.topics.map(({ name, partitions }) => {
      const known: DescribedPartition[] = partitions
      const leaderEpochs = known.map(
        ({ partitionId, leaderEpoch = -1 }) => [partitionId, leaderEpoch] as const,
      )
      return [name, { id: known[0]?.topicId ?? '', leaderEpochs: new Map(leaderEpochs) }]
    }),
  )
}

/** A partition as kafkajs returns it; an old broker sends neither topic id nor leader epoch. */
interface DescribedPartition {
  readonly partitionId: number
  readonly topicId?: string
  readonly leaderEpoch?: number
}
