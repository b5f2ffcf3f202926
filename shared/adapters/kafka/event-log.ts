import type { Admin } from 'kafkajs'
import { asUnavailable, unavailable } from '#shared/errors.ts'
import type { EventLog, EventReader, Lag, Subscription } from '#shared/ports/event-log.ts'
import { checkRecordSize } from '../common/record-size.ts'
import { openMetadataCache } from './client/cluster-metadata.ts'
import { kafkaClient } from './client/kafka-client.ts'
import { type KafkaOptions, type KafkaSettings, kafkaSettings } from './client/options.ts'
import { type ReconnectingClient, reconnectingClient } from './client/reconnecting-client.ts'
import { joinGroup } from './consumer/membership.ts'
import { groupLag } from './offsets/group-offsets.ts'
import { kafkaProducer } from './producer/producer.ts'
import { kafkaEventReader } from './reader/event-reader.ts'
import { createMissingTopics, topicDrift, type WantedTopic } from './topics/topics.ts'

export type { KafkaOptions } from './client/options.ts'

export interface KafkaEventLog extends EventLog {
  /** Ends with the log. */
  readonly reader: EventReader
  /**
   * Number of topic settings that differed from the intended ones when `createTopics` last compared them;
   * null = unknown.
   */
  topicDrift(): number | null
}

/**
 * The EventLog on Kafka (tested with 4.1). Connects at its first use, and reconnects after the cluster was
 * down. Consumer groups rebalance eagerly: when a member joins or leaves, every member gets a new assignment.
 */
export function kafkaEventLog(options: KafkaOptions): KafkaEventLog {
  const settings = kafkaSettings(options)
  const kafka = kafkaClient(settings, settings.requestTimeoutMs)
  const admin = reconnectingClient<Admin>(() => kafka.admin())
  const metadata = openMetadataCache(settings)
  const producer = kafkaProducer(metadata, settings)
  const { reader, close: closeReader } = kafkaEventReader(metadata, settings)
  const recordLimits = new Map<string, number>()
  const subscriptions = new Set<Subscription>()
  let drift: number | null = null
  /** Any failure becomes `SERVICE_UNAVAILABLE`: the caller can only retry later. */
  const useAdmin = <T>(work: (client: Admin) => Promise<T>) =>
    asUnavailable('event log', () => admin.use(settings.requestTimeoutMs, work))

  return {
    reader,
    topicDrift: () => drift,
    async createTopics(topics) {
      for (const { topic, maxRecordBytes } of topics) recordLimits.set(topic, maxRecordBytes)
      metadata.track(topics.map(({ topic }) => settings.topicPrefix + topic))
      const wanted = await useAdmin((client) => createMissingTopics(client, topics, settings))
      drift = await compareTopics(admin, wanted, settings)
    },
    async append(records) {
      for (const record of records) {
        checkRecordSize(record, recordLimits.get(record.topic) ?? settings.maxRecordBytes)
      }
      return producer.append(records)
    },
    async subscribe(group, topics, receiver) {
      const { subscription, joined } = joinGroup({ kafka, admin, settings, group, topics, receiver })
      subscriptions.add(subscription)
      await joined.catch(async (error) => {
        await subscription.close()
        throw unavailable('event log', error)
      })
      return subscription
    },
    lag: (group, topics) => useAdmin((client) => readLag(client, group, topics, settings)),
    async ping() {
      await asUnavailable('event log', metadata.refresh)
    },
    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.close()))
      await producer.close()
      await Promise.all([admin.close(), closeReader(), metadata.close()])
    },
  }
}

/** Lag of the group; topics are named without prefix. */
async function readLag(
  client: Admin,
  group: string,
  topics: readonly string[],
  { topicPrefix }: KafkaSettings,
): Promise<Lag[]> {
  const prefixed = topics.map((topic) => topicPrefix + topic)
  const lags = await groupLag(client, topicPrefix + group, prefixed)
  return lags.map((lag, index) => withTopic(lag, topics[index] as string))
}

function withTopic({ records, positions }: Lag, topic: string): Lag {
  return { topic, records, positions: positions.map((position) => ({ ...position, topic })) }
}

/**
 * Logs each topic setting that differs from the intended one and returns their number. Null if the brokers do
 * not tell the settings; the log works without.
 */
async function compareTopics(
  admin: ReconnectingClient<Admin>,
  topics: readonly WantedTopic[],
  { log, requestTimeoutMs }: KafkaSettings,
): Promise<number | null> {
  try {
    const drift = await admin.use(requestTimeoutMs, (client) => topicDrift(client, topics))
    for (const one of drift) log?.warn({ ...one }, 'Kafka: a topic setting differs from the intended one')
    return drift.length
  } catch (error) {
    log?.info({ error: String(error) }, 'Kafka: the topic settings could not be read')
    return null
  }
}
