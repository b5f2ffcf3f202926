import { setTimeout as sleep } from 'node:timers/promises'
import type { Admin } from 'kafkajs'
import type { Segments, TopicSpec } from '#shared/ports/event-log.ts'
import type { KafkaSettings } from '../client/options.ts'

/** A topic as the service makes it, named as on the broker. */
export interface WantedTopic {
  readonly topic: string
  readonly numPartitions: number
  readonly replicationFactor: number
  readonly configEntries: { name: string; value: string }[]
}

/** What a batch of records takes beside the bytes that `recordBytes` counts (Kafka, "Record Batch"), generously. */
const BATCH_OVERHEAD_BYTES = 64 * 1024
const RETRY_MS = 50
/** Replicas that there are of a topic unless the settings say otherwise, where there are as many brokers. */
const REPLICATION = 3

/**
 * Creates the topics that are missing (it may lose that race against another process) and waits until all of them take
 * records. Answers how all of them are meant to be.
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
  return wanted
}

/** Brokers that are named and away count, too: a topic that is made without them would stay as it is. */
async function replicationOf(admin: Admin, settings: KafkaSettings): Promise<number> {
  const { brokers } = await admin.describeCluster()
  const brokerCount = Math.max(brokers.length, settings.brokers.length)
  const replication = settings.replication ?? Math.min(REPLICATION, brokerCount)
  if (replication === 1 && brokerCount > 1) {
    settings.log?.warn(
      { brokers: brokerCount },
      'Kafka: topics have one replica: without its broker they are away',
    )
  }
  return replication
}

/** The controller creates topics; the brokers that lead them hear of it a little later, and refuse all until then. */
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
  // What is acknowledged by one replica alone is lost with its disk.
  const inSync = settings.minInSync ?? (replication >= REPLICATION ? 2 : 1)
  return {
    topic: settings.topicPrefix + spec.topic,
    numPartitions: settings.partitions,
    replicationFactor: replication,
    configEntries: [
      { name: 'cleanup.policy', value: 'delete' },
      { name: 'retention.ms', value: String(spec.retentionMs) },
      // Without it as sent, whatever the broker's default is: ours are plain. Every client reads gzip.
      { name: 'compression.type', value: spec.isPacked === true ? 'gzip' : 'producer' },
      { name: 'max.message.bytes', value: String(largestBatch) },
      { name: 'min.insync.replicas', value: String(inSync) },
      ...segmentEntries(spec.segments, largestBatch),
    ],
  }
}

/** A segment that a batch does not fit into refuses the batch. */
function segmentEntries(segments: Segments | undefined, largestBatch: number) {
  if (segments === undefined) return []
  const { ms, bytes, partitionBytes } = segments
  return [
    { name: 'segment.ms', value: String(ms) },
    { name: 'segment.bytes', value: String(Math.max(bytes, largestBatch)) },
    { name: 'retention.bytes', value: String(partitionBytes ?? -1) },
  ]
}
