import type { Admin, EachBatchPayload, Kafka } from 'kafkajs'
import type { Receiver } from '#shared/ports/event-log.ts'
import { type ConsumerRun, runConsumer } from './consumer-run.ts'
import { type Delivery, makeDelivery } from './delivery.ts'
import type { Gate } from './gate.ts'
import type { KafkaSettings } from './options.ts'
import { groupExtents } from './positions.ts'
import type { Renewable } from './renewable.ts'
import { restBetween } from './rest-between.ts'
import { type Epochs, standingsOf } from './standings.ts'
import { within } from './time-limit.ts'
import { topicLogs } from './topic-ids.ts'

export interface MemberOptions {
  readonly kafka: Kafka
  readonly admin: Renewable<Admin>
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

export function makeMember(options: MemberOptions, gate: Gate, epochs: Epochs): Member {
  const { kafka, admin, settings, receiver } = options
  const groupId = settings.topicPrefix + options.group
  const ask = <T>(work: (client: Admin) => Promise<T>) => admin.use(settings.requestTimeoutMs, work)
  const delivery = makeDelivery({
    gate,
    receiver,
    topicPrefix: settings.topicPrefix,
    log: settings.log,
    epochs,
    async readStandings(assignment) {
      const topics = Object.keys(assignment)
      const found = await ask((client) => groupExtents(client, groupId, topics))
      const own = found.filter(({ extent }) => assignment[extent.topic]?.includes(extent.partition))
      return standingsOf(own, epochs, run.cluster())
    },
    readLogs: (topics) => ask((client) => topicLogs(client, topics)),
    seek: (position) => run.seek(position),
  })
  const batch = (payload: EachBatchPayload) => delivery.batch(payload)
  const run = runConsumer({
    kafka,
    settings,
    groupId,
    topics: options.topics.map((topic) => settings.topicPrefix + topic),
    joined: (assignment) => delivery.begin(assignment),
    revoked: () => delivery.revoke(),
    outOfRange: () => delivery.again(),
    batch: settings.isPatient(options.group) ? restBetween(batch) : batch,
  })
  // A topic that is away at the moment fails here and in the next fetch, which sees to it.
  const checking = setInterval(() => void delivery.check().catch(() => {}), settings.logCheckMs).unref()
  void run.ended.then(() => clearInterval(checking))
  return { run, delivery }
}

/** Takes the member out of its group; when the broker does not answer, the group finds out by itself. */
export async function leaveGroup(member: Member, { settings, group }: MemberOptions): Promise<void> {
  member.delivery.end()
  await within(settings.requestTimeoutMs, member.run.close()).catch((error) => {
    settings.log?.warn({ group, cause: String(error) }, 'Kafka: a consumer could not leave its group')
  })
}
