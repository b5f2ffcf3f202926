import { setTimeout as sleep } from 'node:timers/promises'
import type { Admin } from 'kafkajs'
import type { Segments, TopicSpec } from '#shared/ports/event-log.ts'
import type { KafkaSettings } from './options.ts'

/** What a batch of records takes beside the bytes that `recordBytes` counts (Kafka, "Record Batch"), generously. */
const BATCH_OVERHEAD_BYTES = 64 * 1024
const ASK_AGAIN_MS = 50

/**
 * Creates the topics that are missing (it may lose that race against another process) and waits until all of them take
 * records: a produce request that is refused for one partition is repeated as a whole, and doubles what was taken.
 */
export async function createMissingTopics(
  admin: Admin,
  specs: readonly TopicSpec[],
  settings: KafkaSettings,
): Promise<void> {
  const deadline = Date.now() + settings.requestTimeoutMs
  const existing = new Set(await admin.listTopics())
  const wanted = specs.map((spec) => creation(spec, settings))
  const topics = wanted.filter(({ topic }) => !existing.has(topic))
  if (topics.length > 0) {
    await admin.createTopics({ topics, waitForLeaders: false, timeout: settings.requestTimeoutMs })
  }
  await untilUsable(
    admin,
    wanted.map(({ topic }) => topic),
    deadline,
  )
}

/** The controller creates topics; the brokers that lead them hear of it a little later, and refuse all until then. */
async function untilUsable(admin: Admin, topics: string[], deadline: number): Promise<void> {
  for (;;) {
    try {
      await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(topic)))
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(ASK_AGAIN_MS)
    }
  }
}

function creation(spec: TopicSpec, settings: KafkaSettings) {
  const largestBatch = Math.max(spec.maxRecordBytes, settings.appendMaxBytes) + BATCH_OVERHEAD_BYTES
  return {
    topic: settings.topicPrefix + spec.topic,
    numPartitions: settings.partitions,
    replicationFactor: settings.replication,
    configEntries: [
      { name: 'cleanup.policy', value: 'delete' },
      { name: 'retention.ms', value: String(spec.retentionMs) },
      // Without it as sent, whatever the broker's default is: ours are plain. Every client reads gzip.
      { name: 'compression.type', value: spec.isPacked === true ? 'gzip' : 'producer' },
      { name: 'max.message.bytes', value: String(largestBatch) },
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
