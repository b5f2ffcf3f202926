import { type KafkaEventLog, type KafkaOptions, kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import type { SuiteService } from '#test/support/service/services.ts'

export const brokersOf = (suite: SuiteService) => (suite.env.KAFKA_BROKERS ?? '').split(',')

/** The options of a log on the broker of a suite, with its topic prefix. */
export const baseOptions = (suite: SuiteService): KafkaOptions => ({
  brokers: brokersOf(suite),
  ssl: false,
  sasl: null,
  topicPrefix: suite.env.KAFKA_TOPIC_PREFIX ?? '',
  partitions: 4,
  replication: 1,
})

/** Opens a log on the broker of a suite. */
export function openLog(suite: SuiteService, options: Partial<KafkaOptions> = {}): KafkaEventLog {
  return kafkaEventLog({ ...baseOptions(suite), ...options })
}
