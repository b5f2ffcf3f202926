import { setTimeout as sleep } from 'node:timers/promises'
import { type PartitionerArgs, Partitioners } from 'kafkajs'
import { withTimeout } from '#shared/async/timeout.ts'
import { unavailable } from '#shared/errors.ts'
import type { NewRecord, RecordPlace, TopicPartition } from '#shared/ports/event-log.ts'
import type { MetadataCache } from '../connection/cluster-metadata.ts'
import type { KafkaSettings } from '../connection/options.ts'
import { ConnectionError } from '../connection/request-socket.ts'
import { errorType } from '../protocol/kafka-error.ts'
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
  /** Places of the records that became durable in an append that was rejected as a whole. */
  const durable = new WeakMap<NewRecord, RecordPlace>()
  const whenTopicsKnown = orderedOnceKnown(metadata)

  /** Splits the records by partition and enqueues each group, whose records get their places when they are durable. */
  function send(entries: readonly Entry[], deadline: number): Promise<void>[] {
    const partitioned = entries.map((entry) => ({ entry, partitioned: assignPartition(entry.record) }))
    const byPartition = Map.groupBy(partitioned, (one) => partitionName(one.partitioned))
    return [...byPartition.values()].map((group) => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>()
      const append = appenderFor((group[0] as (typeof partitioned)[number]).partitioned)
      append({ records: group.map((one) => one.partitioned), deadline, resolve, reject })
      return promise.then((offsets) => {
        for (const [index, { entry, partitioned }] of group.entries()) {
          const { topic } = entry.record
          entry.place = { topic, partition: partitioned.partition, offset: offsets[index] as number }
          durable.set(entry.record, entry.place)
        }
      })
    })
  }

  return {
    /**
     * Resolves when all records are durable: acknowledged by all in-sync replicas. After a rejection the
     * caller may append the same records again: those that are durable already are not sent twice. Resolves with
     * the places of all records, in their order.
     */
    async append(all: readonly NewRecord[]): Promise<RecordPlace[]> {
      const deadline = performance.now() + settings.appendTimeoutMs
      const entries: Entry[] = all.map((record) => ({ record, place: durable.get(record) ?? null }))
      const missing = entries.filter(({ place }) => place === null)
      const topics = new Set(missing.map(({ record }) => settings.topicPrefix + record.topic))
      const sending = whenTopicsKnown(topics, deadline, () => send(missing, deadline))
      const outcomes = await Promise.allSettled(await sending)
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
      for (const record of all) durable.delete(record)
      return entries.map(({ place }) => place as RecordPlace)
    },
    /** Sends the pending records, then disconnects. */
    close: brokerQueues.close,
  }
}

/** A record of an append; `place` is null until the record is durable. */
interface Entry {
  readonly record: NewRecord
  place: RecordPlace | null
}

/** Returns the function that adds its partition to a record whose topic is known. */
function makePartitioner(
  metadata: MetadataCache,
  topicPrefix: string,
): (record: NewRecord) => PartitionedRecord {
  const choosePartition = Partitioners.DefaultPartitioner()
  return ({ key, value, headers, ...record }) => {
    const topic = topicPrefix + record.topic
    const partitionMetadata = metadata.partitions(topic) ?? []
    const partition = choosePartition({
      topic,
      partitionMetadata,
      message: { key, value },
    } as unknown as PartitionerArgs)
    return { topic, key, value, headers, partition }
  }
}

type Appender = (request: PartitionAppend) => void

function makeAppenders(
  metadata: MetadataCache,
  brokerQueues: BrokerQueues,
  refreshLeader: () => Promise<void>,
): (place: TopicPartition) => Appender {
  const appenders = new Map<string, Appender>()
  const open = ({ topic, partition }: TopicPartition) =>
    makePartitionAppender({
      refreshLeader,
      isLeaderError,
      async append(records, limitMs) {
        const address = metadata.leader(topic, partition)
        if (address === null) throw Object.assign(new Error('No leader is known'), { type: NO_LEADER })
        return brokerQueues.forBroker(address).append(records, limitMs)
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
  return LEADER_ERRORS.has(errorType(cause)) || cause instanceof ConnectionError
}
