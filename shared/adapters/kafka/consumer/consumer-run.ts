import {
  type Consumer,
  type EachBatchPayload,
  type Kafka,
  type PartitionAssigner,
  PartitionAssigners,
} from 'kafkajs'
import type { Position } from '#shared/ports/event-log.ts'
import { stickyAssigner } from '../assignment/sticky-assigner.ts'
import type { KafkaSettings } from '../client/options.ts'
import { withTimeout } from '../client/with-timeout.ts'
import { onOffsetOutOfRange } from '../patches/offset-out-of-range.ts'

export interface ConsumerRunOptions {
  readonly kafka: Kafka
  readonly settings: KafkaSettings
  readonly groupId: string
  readonly topics: readonly string[]
  /** The group gave this member its partitions. Called before the first fetch of the new generation. */
  onJoined(assignment: Readonly<Record<string, readonly number[]>>): void
  /** The group rebalances: the partitions are no longer this member's. */
  onRevoked(): void
  /** A fetch asked for an offset that is not there; it comes again until a seek says where to go on. */
  onOutOfRange(): void
  onBatch(payload: EachBatchPayload): Promise<void>
}

/** One kafkajs consumer from its connecting to its first failure: it is not repaired but replaced. */
export interface ConsumerRun {
  /** Resolves with the cause when the consumer is of no use any more. */
  readonly ended: Promise<unknown>
  /** What kafkajs knows of the brokers, for requests of our own. */
  cluster(): object
  /** Where the next fetch of the partition starts. */
  seek(position: Position): void
  commit(positions: readonly Position[]): Promise<void>
  /** Leaves the group, if the broker answers in time. Of a joining under way nothing is told any more. */
  close(): Promise<void>
}

const HEARTBEAT_CHECK_MS = 1000

/** Topics and group are named as on the broker. */
export function runConsumer(options: ConsumerRunOptions): ConsumerRun {
  let cluster: object = {}
  const consumer = makeConsumer(options, (made) => {
    cluster = made
  })
  const ending = Promise.withResolvers<unknown>()
  const { CRASH, GROUP_JOIN, REBALANCING } = consumer.events
  consumer.on(CRASH, ({ payload }) => ending.resolve(payload.error))
  const removeListeners = [
    consumer.on(GROUP_JOIN, ({ payload }) => options.onJoined(payload.memberAssignment)),
    consumer.on(REBALANCING, () => options.onRevoked()),
  ]
  const stopWatching = detectHang(consumer, options.settings, ending.resolve)
  detectLostMembership(consumer, ending.resolve)
  const starting = start(consumer, options).catch(ending.resolve)
  return {
    ended: ending.promise,
    cluster: () => cluster,
    seek({ topic, partition, offset }) {
      consumer.seek({ topic, partition, offset: String(offset) })
    },
    commit: serialized((positions) => commit(consumer, options.settings.requestTimeoutMs, positions)),
    async close() {
      stopWatching()
      for (const stop of removeListeners) stop()
      ending.resolve(null)
      // A member whose joining is still under way can't leave: it would stay in the group as a ghost.
      await starting
      await consumer.disconnect()
    },
  }
}

/** The second assigner is the one of older versions: while one of those is in the group, all use it. */
function makeConsumer(
  { kafka, settings, groupId, onOutOfRange }: ConsumerRunOptions,
  onCluster: (cluster: object) => void,
): Consumer {
  const sticky: PartitionAssigner = (options) => {
    onCluster(options.cluster)
    onOffsetOutOfRange(options.cluster, onOutOfRange)
    return stickyAssigner(settings.instanceId)(options)
  }
  return kafka.consumer({
    groupId,
    partitionAssigners: [sticky, PartitionAssigners.roundRobin],
    sessionTimeout: settings.sessionTimeoutMs,
    heartbeatInterval: settings.heartbeatMs,
    rebalanceTimeout: settings.rebalanceTimeoutMs,
    maxWaitTimeInMs: settings.fetchWaitMs,
    minBytes: 1,
    maxBytes: settings.fetchMaxBytes,
    maxBytesPerPartition: settings.fetchMaxPartitionBytes,
    allowAutoTopicCreation: false,
  })
}

async function start(consumer: Consumer, options: ConsumerRunOptions): Promise<void> {
  await consumer.connect()
  await consumer.subscribe({ topics: [...options.topics], fromBeginning: true })
  await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: options.onBatch })
}

/**
 * When joining anew fails, as with a coordinator that is not ready yet, kafkajs fetches on as the member that it was, and the
 * group takes its heartbeats: what it fetches belongs to nobody here, and nothing tells. A coordinator that does not answer is
 * asked again for minutes; another one may have the group by then.
 */
function detectLostMembership(consumer: Consumer, ended: (cause: unknown) => void): void {
  let isMember = true
  const { FETCH_START, GROUP_JOIN, REBALANCING, REQUEST_TIMEOUT } = consumer.events
  consumer.on(REBALANCING, () => {
    isMember = false
  })
  consumer.on(GROUP_JOIN, () => {
    isMember = true
  })
  consumer.on(FETCH_START, () => {
    if (!isMember) ended(new Error('The group could not be joined anew'))
  })
  consumer.on(REQUEST_TIMEOUT, ({ payload }) => {
    if (payload.apiName === 'Heartbeat') ended(new Error('The coordinator of the group does not answer'))
  })
}

/**
 * A consumer that sends no heartbeats hangs or has lost its group, and no event tells (kafkajs #1441). Counted in ticks, not
 * in time: when the whole process was stopped, it is not the consumer's fault.
 */
function detectHang(
  consumer: Consumer,
  settings: KafkaSettings,
  onHang: (cause: unknown) => void,
): () => void {
  const limitMs = settings.rebalanceTimeoutMs + 2 * settings.sessionTimeoutMs
  let sinceHeartbeatMs = 0
  const reset = () => {
    sinceHeartbeatMs = 0
  }
  consumer.on(consumer.events.GROUP_JOIN, reset)
  consumer.on(consumer.events.HEARTBEAT, reset)
  const timer = setInterval(() => {
    sinceHeartbeatMs += HEARTBEAT_CHECK_MS
    if (sinceHeartbeatMs > limitMs)
      onHang(new Error(`The consumer sent no heartbeat for ${sinceHeartbeatMs} ms`))
  }, HEARTBEAT_CHECK_MS).unref()
  return () => clearInterval(timer)
}

/** kafkajs resolves a commit without sending it while the consumer stops, so the event of the commit is asked for, too. */
async function commit(consumer: Consumer, limitMs: number, positions: readonly Position[]): Promise<void> {
  let sent = false
  const removeListener = consumer.on(consumer.events.COMMIT_OFFSETS, () => {
    sent = true
  })
  try {
    const offsets = positions.map((position) => ({ ...position, offset: String(position.offset) }))
    await withTimeout(limitMs, consumer.commitOffsets(offsets))
  } finally {
    removeListener()
  }
  if (!sent) throw new Error('The consumer has stopped')
}

/** One call after the other, whatever becomes of those before. */
function serialized<Argument>(
  work: (argument: Argument) => Promise<void>,
): (argument: Argument) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return (argument) => {
    const run = last.then(() => work(argument))
    last = run.catch(() => {})
    return run
  }
}
