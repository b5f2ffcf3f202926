import { kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'

/** The log of the measured service, for a bench that only reads it. */
export function openBenchLog(env: Readonly<Record<string, string>>): ReturnType<typeof kafkaEventLog> {
  const { KAFKA_BROKERS = '', KAFKA_TOPIC_PREFIX: topicPrefix = '' } = env
  const kafka = { brokers: KAFKA_BROKERS.split(','), topicPrefix, ssl: false, sasl: null }
  return kafkaEventLog({ ...kafka, partitions: 1, replication: null })
}
