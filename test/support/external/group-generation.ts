import { Kafka, logLevel } from 'kafkajs'
import { openMetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { kafkaSettings } from '#shared/adapters/kafka/connection/options.ts'
import { openCoordinators } from '#shared/adapters/kafka/group/coordinators.ts'
import { errorType } from '#shared/adapters/kafka/protocol/kafka-error.ts'

/** Far above what a test causes. */
const MAX_GENERATIONS = 10_000
const RETRY_MS = 100

/**
 * The generation of a group, which grows by one with each rebalance; waits while it rebalances. No request tells it, so
 * heartbeats of one of its members try out each number: the group must have a member, and is named without the prefix of
 * the settings.
 */
export async function generationOf(env: Readonly<Record<string, string>>, group: string): Promise<number> {
  const brokers = (env.KAFKA_BROKERS ?? '').split(',')
  const groupId = `${env.KAFKA_TOPIC_PREFIX ?? ''}${group}`
  const plain = { ssl: false, sasl: null, topicPrefix: '', partitions: 1, replication: 1 }
  const settings = kafkaSettings({ brokers, ...plain })
  const metadata = openMetadataCache(settings)
  const coordinators = openCoordinators(metadata, settings)
  const isCurrent = (memberId: string, generationId: number) =>
    coordinators
      .use(groupId, (broker) => broker.heartbeat({ groupId, memberId, generationId }))
      .then(
        () => true,
        (error) => {
          if (errorType(error) === 'ILLEGAL_GENERATION') return false
          throw error
        },
      )
  try {
    const memberId = await memberOf(brokers, groupId)
    for (let generation = 1; generation < MAX_GENERATIONS; generation++)
      if (await isCurrent(memberId, generation)) return generation
    throw new Error(`No generation of ${group} was found`)
  } finally {
    await Promise.all([coordinators.close(), metadata.close()])
  }
}

/** The id of a member of the group, once it is stable. */
async function memberOf(brokers: string[], groupId: string): Promise<string> {
  const admin = new Kafka({ clientId: 'generation', brokers, logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  try {
    for (;;) {
      const { groups } = await admin.describeGroups([groupId])
      const [member] = groups[0]?.members ?? []
      if (groups[0]?.state === 'Stable' && member !== undefined) return member.memberId
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  } finally {
    await admin.disconnect()
  }
}
