import type { EventReader, Segments, TopicSpec } from '#shared/ports/event-log.ts'
import type { WantedTopic } from '../connection/admin-requests.ts'
import type { MetadataCache } from '../connection/cluster-metadata.ts'
import { withController } from '../connection/controller.ts'
import type { KafkaSettings } from '../connection/options.ts'
import type { ClusterMetadata } from '../protocol/metadata-request.ts'

/**
 * Bytes of a batch beyond those that `recordBytes` counts (Kafka, "Record Batch"): a generous upper bound.
 */
const BATCH_OVERHEAD_BYTES = 64 * 1024
/** Topics of former versions were packed by the broker, which keeps batches that are packed with gzip already. */
const FORMER_PACKING = { 'compression.type': 'gzip' }
/** Replicas of a topic if the settings name no number and there are as many brokers. */
const REPLICATION = 3

/**
 * Creates the missing topics (another process may create them first) and waits until all topics accept
 * records. Returns the intended configuration of every topic. Rejects if a topic is not usable within the
 * request timeout.
 */
export async function createMissingTopics(
  metadata: MetadataCache,
  reader: EventReader,
  specs: readonly TopicSpec[],
  settings: KafkaSettings,
): Promise<WantedTopic[]> {
  const deadline = performance.now() + settings.requestTimeoutMs
  const cluster = await metadata.askAny((broker) => broker.metadata([]))
  const existing = new Set(cluster.topicMetadata.map(({ topic }) => topic))
  const replication = replicationOf(cluster, settings)
  const wanted = specs.map((spec) => wantedTopic(spec, replication, settings))
  const missing = wanted.filter(({ topic }) => !existing.has(topic))
  if (missing.length > 0) {
    const limitMs = settings.requestTimeoutMs
    await withController(metadata, settings, (controller) => controller.createTopics(missing, limitMs))
  }
  await waitUntilUsable(reader, specs, deadline)
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
function replicationOf({ brokers }: ClusterMetadata, settings: KafkaSettings): number {
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
async function waitUntilUsable(
  reader: EventReader,
  specs: readonly TopicSpec[],
  deadline: number,
): Promise<void> {
  for (;;) {
    try {
      await Promise.all(specs.map(({ topic }) => reader.bounds(topic)))
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
  }
}

function wantedTopic(spec: TopicSpec, replication: number, settings: KafkaSettings): WantedTopic {
  const largestBatch = Math.max(spec.maxRecordBytes, settings.appendMaxBytes) + BATCH_OVERHEAD_BYTES
  // A record acknowledged by a single replica is lost with that replica's disk.
  const inSync = settings.minInSync ?? (replication >= REPLICATION ? 2 : 1)
  return {
    topic: settings.topicPrefix + spec.topic,
    numPartitions: spec.partitions ?? settings.partitions,
    replicationFactor: replication,
    ...(spec.isPacked === true && { alsoRight: FORMER_PACKING }),
    configEntries: [
      { name: 'cleanup.policy', value: 'delete' },
      { name: 'retention.ms', value: String(spec.retentionMs) },
      // Keeps batches as they were sent, whatever the broker's default.
      { name: 'compression.type', value: 'producer' },
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
