import { kafkaOptions } from '#infra/process/adapters.ts'
import { secretsOf } from '#infra/process/private-data.ts'
import { kafkaClient } from '#shared/adapters/kafka/client/kafka-client.ts'
import { kafkaSettings } from '#shared/adapters/kafka/client/options.ts'
import { kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { readConfig } from '#shared/config/config.ts'
import { makeLog } from '#shared/log.ts'
import { topicSpecs } from '#shared/messages/topic-specs.ts'
import { aclsOf } from './rights.ts'

/**
 * Creates the topics in Kafka and grants each part, as the user of its name, the rights that it needs; waits for the
 * brokers. The user KAFKA_USERNAME must be allowed to do so. A second run changes nothing. Exits with 0 when it is
 * done.
 */
const REQUEST_MS = 5000

/** Waiting for the brokers does not keep the program alive, so this timer does. */
setInterval(() => {}, 60_000)
const config = readConfig()
const logger = makeLog(config.LOG_LEVEL, secretsOf(config))
const options = kafkaOptions(config, config.KAFKA_BROKERS ?? [], logger)
const log = kafkaEventLog(options)
const retention = { workMs: config.WORK_RETENTION_MS, eventMs: config.EVENT_RETENTION_MS }
const specs = topicSpecs(retention)
await retryWhileUnavailable(() => log.createTopics(specs))
const admin = kafkaClient(kafkaSettings(options), REQUEST_MS).admin()
await admin.connect()
const acl = aclsOf(config.KAFKA_TOPIC_PREFIX)
await admin.createAcls({ acl })
await Promise.all([admin.disconnect(), log.close()])
process.stdout.write(`${specs.length} topics, ${acl.length} rights\n`)
process.exit(0)
