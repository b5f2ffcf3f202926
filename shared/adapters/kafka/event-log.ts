import { asUnavailable, unavailable } from '#shared/errors.ts'
import type { EventLog, EventReader, Lag, Subscription, TopicSpec } from '#shared/ports/event-log.ts'
import { checkRecordSize } from '../common/record-size.ts'
import { openBrokerClients } from './connection/broker-clients.ts'
import { openMetadataCache } from './connection/cluster-metadata.ts'
import { type KafkaOptions, type KafkaSettings, kafkaSettings } from './connection/options.ts'
import { kafkaEventReader } from './fetch/event-reader.ts'
import { leaderRequests } from './fetch/leader-requests.ts'
import { openCoordinators } from './group/coordinators.ts'
import { groupLag, type OffsetSources } from './group/group-offsets.ts'
import { joinGroup } from './group/member.ts'
import { kafkaProducer } from './produce/producer.ts'
import { countDrift } from './topics/topic-drift.ts'
import { createMissingTopics } from './topics/topics.ts'

export type { KafkaOptions } from './connection/options.ts'

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
  const metadata = openMetadataCache(settings)
  const rules = makeTopicRules(settings)
  const producer = kafkaProducer(metadata, settings, rules.isPacked)
  const leaderClients = openBrokerClients(settings, settings.appendTimeoutMs)
  const leaders = leaderRequests(metadata, leaderClients, settings)
  const coordinators = openCoordinators(metadata, settings)
  const sources = { metadata, leaders, coordinators }
  const { reader, close: closeReader } = kafkaEventReader(metadata, leaders, settings)
  const subscriptions = new Set<Subscription>()
  let drift: number | null = null

  return {
    reader,
    topicDrift: () => drift,
    async createTopics(topics) {
      rules.add(topics)
      metadata.track(topics.map(({ topic }) => settings.topicPrefix + topic))
      const wanted = await asUnavailable('event log', () =>
        createMissingTopics(metadata, reader, topics, settings),
      )
      drift = await countDrift(metadata, wanted, settings)
    },
    async append(records) {
      for (const record of records) checkRecordSize(record, rules.limitOf(record.topic))
      return producer.append(records)
    },
    async subscribe(group, topics, receiver) {
      const { subscription, joined } = joinGroup({ ...sources, settings, group, topics, receiver })
      subscriptions.add(subscription)
      await joined.catch(async (error) => {
        await subscription.close()
        throw unavailable('event log', error)
      })
      return subscription
    },
    lag: (group, topics) => asUnavailable('event log', () => readLag(group, topics, sources, settings)),
    async ping() {
      await asUnavailable('event log', metadata.refresh)
    },
    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.close()))
      await producer.close()
      await Promise.all([leaderClients, coordinators, metadata].map((client) => client.close()))
      await closeReader()
    },
  }
}

/** What the specification of topics says about their records. */
function makeTopicRules({ topicPrefix, maxRecordBytes }: KafkaSettings) {
  const limits = new Map<string, number>()
  const packed = new Set<string>()
  return {
    add(topics: readonly TopicSpec[]): void {
      for (const spec of topics) {
        limits.set(spec.topic, spec.maxRecordBytes)
        if (spec.isPacked === true) packed.add(topicPrefix + spec.topic)
      }
    },
    limitOf: (topic: string): number => limits.get(topic) ?? maxRecordBytes,
    /** The topic is named as on the broker. */
    isPacked: (topic: string): boolean => packed.has(topic),
  }
}

/** Lag of the group; topics are named without prefix. */
async function readLag(
  group: string,
  topics: readonly string[],
  sources: OffsetSources,
  { topicPrefix }: KafkaSettings,
): Promise<Lag[]> {
  const prefixed = topics.map((topic) => topicPrefix + topic)
  const lags = await groupLag(topicPrefix + group, prefixed, sources)
  return lags.map((lag, index) => withTopic(lag, topics[index] as string))
}

function withTopic({ records, positions }: Lag, topic: string): Lag {
  return { topic, records, positions: positions.map((position) => ({ ...position, topic })) }
}
