import type { Config } from '#shared/config/config.ts'
import { consumerGroups, PROJECTION } from '#shared/messages/consumer-groups.ts'
import { isPublicTopic, kindOfTopic } from '#shared/messages/topic-kinds.ts'
import { topicSpecs } from '#shared/messages/topic-specs.ts'
import { scalingMetrics } from '#shared/telemetry/scaling-metrics.ts'
import { type PartName, partNames } from '../process/parts.ts'

type TopicSettings = Pick<Config, 'KAFKA_TOPIC_PREFIX' | 'KAFKA_PARTITIONS' | 'EVENT_RETENTION_MS'>

/**
 * The text of `npm start -- --topics`: JSON with the consumer groups, the topics, and the metrics for autoscaling, as the
 * settings make them. Groups and topics are named as on the brokers.
 */
export function topicsText(config: TopicSettings): string {
  return JSON.stringify(
    { groups: groupsOf(config), topics: topicsOf(config), metrics: scalingMetrics },
    null,
    2,
  )
}

function groupsOf({ KAFKA_TOPIC_PREFIX: prefix }: TopicSettings) {
  return consumerGroups.map(({ group, stage, lane, topics }) => ({
    name: prefix + group,
    stage,
    lane,
    part: partOf(stage),
    topics: topics.map((topic) => prefix + topic),
  }))
}

/** The part whose processes are the members of the groups of a consumer: the one that its name begins with. */
function partOf(stage: string): PartName | undefined {
  return stage === PROJECTION ? 'gateway' : partNames.find((part) => stage.startsWith(part))
}

function topicsOf({ KAFKA_TOPIC_PREFIX: prefix, KAFKA_PARTITIONS, EVENT_RETENTION_MS }: TopicSettings) {
  return topicSpecs(EVENT_RETENTION_MS, KAFKA_PARTITIONS).map(({ topic, partitions, retentionMs }) => ({
    name: prefix + topic,
    kind: kindOfTopic(topic),
    partitions,
    retention_ms: retentionMs,
    access: isPublicTopic(topic) ? 'public' : 'internal',
  }))
}
