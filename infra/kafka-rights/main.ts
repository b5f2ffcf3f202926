import { kafkaOptions } from '#infra/process/adapters.ts'
import { secretsOf } from '#infra/process/private-data.ts'
import { openMetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { withController } from '#shared/adapters/kafka/connection/controller.ts'
import { kafkaSettings } from '#shared/adapters/kafka/connection/options.ts'
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

/** Waiting for the brokers does not keep the program alive, so this timer does. */
setInterval(() => {}, 60_000)
const config = readConfig()
const logger = makeLog(config.LOG_LEVEL, secretsOf(config))
const options = kafkaOptions(config, config.KAFKA_BROKERS ?? [], logger)
const log = kafkaEventLog(options)
const specs = topicSpecs(config.EVENT_RETENTION_MS)
await retryWhileUnavailable(() => log.createTopics(specs))
const settings = kafkaSettings(options)
const metadata = openMetadataCache(settings)
const acl = aclsOf(config.KAFKA_TOPIC_PREFIX)
await withController(metadata, settings, (controller) => controller.createAcls(acl))
await Promise.all([metadata.close(), log.close()])
process.stdout.write(`${specs.length} topics, ${acl.length} rights\n`)
process.exit(0)
