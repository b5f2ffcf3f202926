import type { Admin, EachBatchPayload, Kafka } from 'kafkajs'
import type { Receiver } from '#shared/ports/event-log.ts'
import type { KafkaSettings } from '../client/options.ts'
import type { ReconnectingClient } from '../client/reconnecting-client.ts'
import { withTimeout } from '../client/with-timeout.ts'
import { fetchPartitionOffsets } from '../offsets/group-offsets.ts'
import { type EpochHistory, resolveStarts } from '../offsets/start-positions.ts'
import { describeTopics } from '../patches/topic-ids.ts'
import { type ConsumerRun, runConsumer } from './consumer-run.ts'
import { type Delivery, makeDelivery } from './delivery.ts'
import { throttleFetches } from './fetch-throttle.ts'
import type { PauseState } from './pause-state.ts'

export interface MemberOptions {
  readonly kafka: Kafka
  readonly admin: ReconnectingClient<Admin>
  readonly settings: KafkaSettings
  readonly group: string
  readonly topics: readonly string[]
  readonly receiver: Receiver
}

/** A consumer, and how its records reach the receiver. */
export interface Member {
  readonly run: ConsumerRun
  readonly delivery: Delivery
}

export function makeMember(options: MemberOptions, pauseState: PauseState, epochs: EpochHistory): Member {
  const { kafka, admin, settings, receiver } = options
  const groupId = settings.topicPrefix + options.group
  const useAdmin = <T>(work: (client: Admin) => Promise<T>) => admin.use(settings.requestTimeoutMs, work)
  const delivery = makeDelivery({
    pauseState,
    receiver,
    topicPrefix: settings.topicPrefix,
    log: settings.log,
    epochs,
    async readStarts(assignment) {
      const topics = Object.keys(assignment)
      const found = await useAdmin((client) => fetchPartitionOffsets(client, groupId, topics))
      const own = found.filter(({ extent }) => assignment[extent.topic]?.includes(extent.partition))
      return resolveStarts(own, epochs, run.cluster())
    },
    describeTopics: (topics) => useAdmin((client) => describeTopics(client, topics)),
    seek: (position) => run.seek(position),
  })
  const batch = (payload: EachBatchPayload) => delivery.deliverBatch(payload)
  const run = runConsumer({
    kafka,
    settings,
    groupId,
    topics: options.topics.map((topic) => settings.topicPrefix + topic),
    onJoined: (assignment) => delivery.begin(assignment),
    onRevoked: () => delivery.revoke(),
    onOutOfRange: () => delivery.reassign(),
    onBatch: settings.isThroughputOriented(options.group) ? throttleFetches(batch) : batch,
  })
  // A topic that is away at the moment fails here and in the next fetch, which sees to it.
  const checking = setInterval(() => void delivery.checkTopics().catch(() => {}), settings.logCheckMs).unref()
  void run.ended.then(() => clearInterval(checking))
  return { run, delivery }
}

/** Takes the member out of its group; when the broker does not answer, the group finds out by itself. */
export async function leaveGroup(member: Member, { settings, group }: MemberOptions): Promise<void> {
  member.delivery.end()
  await withTimeout(settings.requestTimeoutMs, member.run.close()).catch((error) => {
    settings.log?.warn({ group, cause: String(error) }, 'Kafka: a consumer could not leave its group')
  })
}
