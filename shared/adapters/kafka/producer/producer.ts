import { setTimeout as sleep } from 'node:timers/promises'
import { type PartitionerArgs, Partitioners } from 'kafkajs'
import { withTimeout } from '#shared/async/timeout.ts'
import { unavailable } from '#shared/errors.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { MetadataCache } from '../client/cluster-metadata.ts'
import type { KafkaSettings } from '../client/options.ts'
import { partitionName } from '../protocol/partition-name.ts'
import type { PartitionedRecord } from '../protocol/produce-request.ts'
import { type BrokerQueues, makeBrokerQueues } from './broker-queues.ts'
import { makePartitionAppender, type PartitionAppend } from './partition-appender.ts'

const METADATA_RETRY_MS = 100
/** The metadata names no leader for the partition. */
const NO_LEADER = 'NO_LEADER'
/**
 * Kafka protocol, "Error Codes": another broker leads the partition, or this broker does not know yet that it
 * is the leader.
 */
const LEADER_ERRORS: ReadonlySet<unknown> = new Set([
  NO_LEADER,
  'NOT_LEADER_FOR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'UNKNOWN_TOPIC_OR_PARTITION',
  'FENCED_LEADER_EPOCH',
  'UNKNOWN_LEADER_EPOCH',
  'KAFKA_STORAGE_ERROR',
])

/**
 * A producer with one ordered `PartitionAppender` per partition and one `AppendQueue` per broker. Fetches the
 * metadata of topics that are not known yet.
 */
export function kafkaProducer(metadata: MetadataCache, settings: KafkaSettings) {
  /**
   * Refreshes the metadata; takes at least `METADATA_RETRY_MS`, since a new leader takes that long to be
   * known.
   */
  async function refreshLeader(): Promise<void> {
    const pause = sleep(METADATA_RETRY_MS)
    await metadata.refresh().catch(() => undefined)
    await pause
  }
  const brokerQueues = makeBrokerQueues(settings, () => void refreshLeader())
  const appenderFor = makeAppenders(metadata, brokerQueues, refreshLeader)
  const assignPartition = makePartitioner(metadata, settings.topicPrefix)
  /** Records that became durable in an append that was rejected as a whole. */
  const durable = new WeakSet<NewRecord>()
  const whenTopicsKnown = orderedOnceKnown(metadata)

  /** Splits the records by partition and enqueues each group. */
  function send(records: readonly NewRecord[], deadline: number): Promise<void>[] {
    const partitioned = records.map((record) => ({ record, partitioned: assignPartition(record) }))
    const byPartition = Map.groupBy(partitioned, (one) => partitionName(one.partitioned))
    return [...byPartition.values()].map((group) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const append = appenderFor((group[0] as (typeof partitioned)[number]).partitioned)
      append({ records: group.map((one) => one.partitioned), deadline, resolve, reject })
      return promise.then(() => {
        for (const { record } of group) durable.add(record)
      })
    })
  }

  return {
    /**
     * Resolves when all records are durable: acknowledged by all in-sync replicas. After a rejection the
     * caller may append the same records again: those that are durable already are not sent twice.
     */
    async append(all: readonly NewRecord[]): Promise<void> {
      const deadline = performance.now() + settings.appendTimeoutMs
      const records = all.filter((record) => !durable.has(record))
      const topics = new Set(records.map(({ topic }) => settings.topicPrefix + topic))
      const sending = whenTopicsKnown(topics, deadline, () => send(records, deadline))
      const outcomes = await Promise.allSettled(await sending)
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
      for (const record of all) durable.delete(record)
    },
    /** Sends the pending records, then disconnects. */
    close: brokerQueues.close,
  }
}

function makePartitioner(
  metadata: MetadataCache,
  topicPrefix: string,
): (record: NewRecord) => PartitionedRecord {
  const choosePartition = Partitioners.DefaultPartitioner()
  return ({ topic: ownTopic, key, value, headers }) => {
    const topic = topicPrefix + ownTopic
    const partitionMetadata = metadata.partitions(topic) ?? []
    const partition = choosePartition({
      topic,
      partitionMetadata,
      message: { key, value },
    } as PartitionerArgs)
    return { topic, key, value, headers, partition }
  }
}

type Place = Pick<PartitionedRecord, 'topic' | 'partition'>
type Appender = (request: PartitionAppend) => void

function makeAppenders(
  metadata: MetadataCache,
  brokerQueues: BrokerQueues,
  refreshLeader: () => Promise<void>,
): (place: Place) => Appender {
  const appenders = new Map<string, Appender>()
  const open = ({ topic, partition }: Place) =>
    makePartitionAppender({
      refreshLeader,
      isLeaderError,
      async append(records, limitMs) {
        const address = metadata.leader(topic, partition)
        if (address === null) throw Object.assign(new Error('No leader is known'), { type: NO_LEADER })
        await brokerQueues.forBroker(address).append(records, limitMs)
      },
    })
  return (place) => {
    const name = partitionName(place)
    const append = appenders.get(name) ?? open(place)
    appenders.set(name, append)
    return append
  }
}

/**
 * Returns a function that runs `work` once the partitions of all its topics are known. Calls that share a
 * topic run in order. Rejects with `SERVICE_UNAVAILABLE` if the topics are not known by the deadline.
 */
function orderedOnceKnown(metadata: MetadataCache) {
  const waiting = new Set<ReadonlySet<string>>()
  let last: Promise<unknown> = Promise.resolve()
  const isReady = (topic: string) =>
    metadata.partitions(topic) !== undefined && ![...waiting].some((topics) => topics.has(topic))

  async function waitUntilKnown(topics: ReadonlySet<string>, deadline: number): Promise<void> {
    const isKnown = () => [...topics].every((topic) => metadata.partitions(topic) !== undefined)
    while (!isKnown()) {
      const remainingMs = deadline - performance.now()
      if (remainingMs <= 0) throw unavailable('event log', new Error('A topic does not exist'))
      await withTimeout(remainingMs, metadata.refresh()).catch(() => undefined)
      if (!isKnown()) await sleep(Math.min(remainingMs, METADATA_RETRY_MS))
    }
  }

  return async <T>(topics: ReadonlySet<string>, deadline: number, work: () => T): Promise<T> => {
    if ([...topics].every(isReady)) return work()
    metadata.track(topics)
    waiting.add(topics)
    const run = last.then(() => waitUntilKnown(topics, deadline)).then(work)
    last = run.catch(() => undefined)
    return run.finally(() => waiting.delete(topics))
  }
}

/**
 * Whether the records may be sent to another broker: this one rejected them for not being the leader, or its
 * connection broke.
 */
function isLeaderError(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const { name, type } = cause as Error & { type?: string }
  return LEADER_ERRORS.has(type) || /^KafkaJSConnection(Closed)?Error$/.test(name)
}
