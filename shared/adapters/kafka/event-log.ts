import type { Admin } from 'kafkajs'
import { unavailable } from '#shared/errors.ts'
import type { EventLog, Lag, Subscription } from '#shared/ports/event-log.ts'
import { checkRecordSize } from '../common/record-size.ts'
import { kafkaClient } from './client/kafka-client.ts'
import { openMetadataCache } from './client/metadata-cache.ts'
import { type KafkaOptions, type KafkaSettings, kafkaSettings } from './client/options.ts'
import { type ReconnectingClient, reconnectingClient } from './client/reconnecting-client.ts'
import { joinGroup } from './consumer/membership.ts'
import { groupLag } from './offsets/group-offsets.ts'
import { kafkaProducer } from './producer/producer.ts'
import { createMissingTopics, type WantedTopic } from './topics/create-topics.ts'
import { topicDrift } from './topics/topic-drift.ts'

export type { KafkaOptions } from './client/options.ts'

export interface KafkaEventLog extends EventLog {
  /** Settings of topics that were not what the service would make them, when it asked last; null = not known. */
  topicDrift(): number | null
}

/**
 * The EventLog on Kafka (tried with 4.1). Connects when it is first used, and again by itself whenever the cluster was
 * away. Groups rebalance eagerly: all partitions of a member are assigned anew when another one comes or goes.
 */
export function kafkaEventLog(options: KafkaOptions): KafkaEventLog {
  const settings = kafkaSettings(options)
  const kafka = kafkaClient(settings, settings.requestTimeoutMs)
  const admin = reconnectingClient<Admin>(() => kafka.admin())
  const metadata = openMetadataCache(settings)
  const producer = kafkaProducer(metadata, settings)
  const recordLimits = new Map<string, number>()
  const subscriptions = new Set<Subscription>()
  let drift: number | null = null

  return {
    topicDrift: () => drift,
    async createTopics(topics) {
      for (const { topic, maxRecordBytes } of topics) recordLimits.set(topic, maxRecordBytes)
      metadata.track(topics.map(({ topic }) => settings.topicPrefix + topic))
      const work = (client: Admin) => createMissingTopics(client, topics, settings)
      const wanted = await ask(admin, settings.requestTimeoutMs, work)
      drift = await compareTopics(admin, wanted, settings)
    },
    async append(records) {
      for (const record of records) {
        checkRecordSize(record, recordLimits.get(record.topic) ?? settings.maxRecordBytes)
      }
      await producer.append(records)
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
    async lag(group, topics) {
      const groupId = settings.topicPrefix + group
      const named = topics.map((topic) => settings.topicPrefix + topic)
      const lags = await ask(admin, settings.requestTimeoutMs, (client) => groupLag(client, groupId, named))
      return lags.map((lag, index) => withTopic(lag, topics[index] as string))
    },
    async ping() {
      await metadata.refresh().catch((error) => {
        throw unavailable('event log', error)
      })
    },
    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.close()))
      await producer.close()
      await Promise.all([admin.close(), metadata.close()])
    },
  }
}

/** Under the topic's name without prefix. */
function withTopic({ records, positions }: Lag, topic: string): Lag {
  return { topic, records, positions: positions.map((position) => ({ ...position, topic })) }
}

/** Reports each difference; answers how many there are. Null when the brokers do not tell: it is no reason not to work. */
async function compareTopics(
  admin: ReconnectingClient<Admin>,
  topics: readonly WantedTopic[],
  { log, requestTimeoutMs }: KafkaSettings,
): Promise<number | null> {
  try {
    const drift = await admin.use(requestTimeoutMs, (client) => topicDrift(client, topics))
    for (const one of drift) log?.warn({ ...one }, 'Kafka: a topic is not as the service would make it')
    return drift.length
  } catch (error) {
    log?.info({ error: String(error) }, 'Kafka: the settings of the topics could not be read')
    return null
  }
}

/** Whatever goes wrong: the caller can only try again later. */
async function ask<T>(
  admin: ReconnectingClient<Admin>,
  limitMs: number,
  work: (client: Admin) => Promise<T>,
): Promise<T> {
  return admin.use(limitMs, work).catch((error) => {
    throw unavailable('event log', error)
  })
}
