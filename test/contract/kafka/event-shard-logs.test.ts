import { randomUUID } from 'node:crypto'
import { type Admin, Kafka, logLevel } from 'kafkajs'
import { kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { shardTopicSpecs } from '#shared/messages/topic-specs.ts'
import { INTAKE, resultTopic } from '#shared/messages/topics.ts'
import { shardLogsContract } from '#test/contract/shards/shard-logs.ts'
import { shardsOnLog } from '#test/contract/shards/shards-on-log.ts'
import { sharedKafka } from '#test/support/service/services.ts'

const HOUR = 3_600_000
const SHARDS = 3

describe('eventShardLogs on Kafka', () => {
  const kafka = sharedKafka()
  const brokers = () => (kafka.env.KAFKA_BROKERS ?? '').split(',')
  let admin: Admin
  before(async () => {
    admin = new Kafka({ brokers: brokers(), logLevel: logLevel.NOTHING }).admin()
    await admin.connect()
  })
  after(() => admin?.disconnect())

  shardLogsContract('Kafka', async () => {
    const topicPrefix = `${kafka.env.KAFKA_TOPIC_PREFIX}${randomUUID()}.`
    const log = kafkaEventLog({
      ...{ brokers: brokers(), ssl: false, sasl: null, topicPrefix },
      ...{ partitions: 2, replication: 1 },
    })
    const results = [resultTopic('metadata'), resultTopic('snapshot')].map((topic) => {
      return { topic, retentionMs: HOUR, maxRecordBytes: 1_000_000, isPacked: true }
    })
    await log.createTopics([...shardTopicSpecs(SHARDS, { workMs: HOUR }), ...results])
    return {
      ...shardsOnLog(log, log.reader),
      async removeCommands(partition, before) {
        const topic = topicPrefix + INTAKE
        // kafkajs must know the topic.
        await admin.fetchTopicOffsets(topic)
        await admin.deleteTopicRecords({ topic, partitions: [{ partition, offset: String(before) }] })
      },
      close: () => log.close(),
    }
  })
})
