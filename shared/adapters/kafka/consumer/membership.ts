import type { Admin, EachBatchPayload, Kafka } from 'kafkajs'
import { withTimeout } from '#shared/async/timeout.ts'
import { asUnavailable, unavailable } from '#shared/errors.ts'
import type { Position, Receiver, Subscription } from '#shared/ports/event-log.ts'
import type { KafkaSettings } from '../client/options.ts'
import type { ReconnectingClient } from '../client/reconnecting-client.ts'
import {
  type EpochHistory,
  encodeCommitMetadata,
  fetchPartitionOffsets,
  resolveStarts,
} from '../offsets/group-offsets.ts'
import { describeTopics } from '../topics/topics.ts'
import { runConsumer, throttleFetches } from './consumer-run.ts'
import { Delivery, makePauseState, type PauseState } from './delivery.ts'

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 1000

export interface MemberOptions {
  readonly kafka: Kafka
  readonly admin: ReconnectingClient<Admin>
  readonly settings: KafkaSettings
  readonly group: string
  readonly topics: readonly string[]
  readonly receiver: Receiver
}

/**
 * Joins the group and stays in it until the subscription is closed. `joined` resolves when the group was joined
 * for the first time; it rejects after the join timeout, or when the subscription is closed before.
 */
export function joinGroup(options: MemberOptions): { subscription: Subscription; joined: Promise<void> } {
  const { settings } = options
  const pauseState = makePauseState()
  const joined = Promise.withResolvers<void>()
  const current = superviseMember(options, pauseState, joined.resolve)
  return {
    joined: withTimeout(settings.joinTimeoutMs, joined.promise),
    subscription: {
      commit: (positions) => commit(current(), positions, settings.topicPrefix),
      pause() {
        pauseState.isPaused = true
      },
      resume() {
        pauseState.isPaused = false
        pauseState.notify()
      },
      async close() {
        if (pauseState.isClosed) return
        pauseState.isClosed = true
        joined.reject(new Error('The subscription was closed'))
        await leaveGroup(current(), options)
      },
    },
  }
}

/**
 * Replaces a failed consumer by a new one, endlessly, with growing pauses. Returns a function that gives the
 * current one.
 */
function superviseMember(options: MemberOptions, pauseState: PauseState, onJoined: () => void): () => Member {
  let failures = 0
  const receiver: MemberOptions['receiver'] = {
    assigned(positions, bounds) {
      failures = 0
      onJoined()
      options.receiver.assigned(positions, bounds)
    },
    revoking: () => options.receiver.revoking?.(),
    received: (records) => options.receiver.received(records),
  }
  const epochs: EpochHistory = { delivered: new Map(), fetched: new Map() }
  let member = makeMember({ ...options, receiver }, pauseState, epochs)

  /** Logs once per outage, not per attempt. */
  function report(cause: unknown): void {
    const details = { group: options.group, cause: String(cause) }
    options.settings.log?.warn(details, 'Kafka: a consumer failed; replacing it until one works')
  }

  async function supervise(): Promise<void> {
    for (;;) {
      const cause = await member.run.ended
      if (pauseState.isClosed) return
      if (failures === 0) report(cause)
      void leaveGroup(member, options)
      await pauseState.nextChange(Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS))
      if (pauseState.isClosed) return
      member = makeMember({ ...options, receiver }, pauseState, epochs)
    }
  }

  void supervise()
  return () => member
}

async function commit(member: Member, positions: readonly Position[], prefix: string): Promise<void> {
  if (positions.length === 0) return
  const named = positions.map((position) => {
    const log = member.delivery.versionOf(position)
    if (log === null) throw unavailable('event log', new Error('The partition is no longer owned'))
    return {
      ...position,
      topic: prefix + position.topic,
      metadata: encodeCommitMetadata(log, position.metadata),
    }
  })
  await asUnavailable('event log', () => member.run.commit(named))
}

type Member = ReturnType<typeof makeMember>

/** A consumer and the delivery of its records to the receiver. */
function makeMember(options: MemberOptions, pauseState: PauseState, epochs: EpochHistory) {
  const { kafka, admin, settings, receiver } = options
  const groupId = settings.topicPrefix + options.group
  const useAdmin = <T>(work: (client: Admin) => Promise<T>) => admin.use(settings.requestTimeoutMs, work)
  const delivery = new Delivery({
    pauseState,
    receiver,
    topicPrefix: settings.topicPrefix,
    log: settings.log,
    epochs,
    async readStarts(assignment) {
      const topics = Object.keys(assignment)
      const found = await useAdmin((client) => fetchPartitionOffsets(client, groupId, topics))
      const own = found.filter(({ bounds }) => assignment[bounds.topic]?.includes(bounds.partition))
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
  // A topic that cannot be described now also fails the next fetch, which handles it.
  const checking = setInterval(() => void delivery.checkTopics().catch(() => {}), settings.logCheckMs).unref()
  void run.ended.then(() => clearInterval(checking))
  return { run, delivery }
}

/**
 * Leaves the group. If the broker does not answer, the group removes the member after its session timeout.
 */
async function leaveGroup(member: Member, { settings, group }: MemberOptions): Promise<void> {
  member.delivery.end()
  await withTimeout(settings.requestTimeoutMs, member.run.close()).catch((error) => {
    settings.log?.warn({ group, cause: String(error) }, 'Kafka: a consumer could not leave its group')
  })
}
