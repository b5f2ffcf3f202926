import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Consumer,
  type EachBatchPayload,
  type Kafka,
  type PartitionAssigner,
  PartitionAssigners,
} from 'kafkajs'
import { withTimeout } from '#shared/async/timeout.ts'
import type { Position } from '#shared/ports/event-log.ts'
import { stickyAssigner } from '../assignment/sticky-assigner.ts'
import type { KafkaSettings } from '../client/options.ts'
import { onOffsetOutOfRange } from '../patches/offset-out-of-range.ts'

export interface ConsumerRunOptions {
  readonly kafka: Kafka
  readonly settings: KafkaSettings
  readonly groupId: string
  readonly topics: readonly string[]
  /** The group assigned partitions to this member. Called before the first fetch of the new generation. */
  onJoined(assignment: Readonly<Record<string, readonly number[]>>): void
  /** The group rebalances: this member has lost its partitions. */
  onRevoked(): void
  /**
   * A fetch asked for an offset that the log does not have. The fetch is repeated until a seek sets another
   * offset.
   */
  onOutOfRange(): void
  onBatch(payload: EachBatchPayload): Promise<void>
}

const HEARTBEAT_CHECK_MS = 1000

/**
 * Runs one kafkajs consumer from its connection to its first failure. A failed consumer is replaced, not
 * repaired. Topics and group are named as on the broker.
 */
export function runConsumer(options: ConsumerRunOptions) {
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
    /** Resolves with the cause when the consumer has failed; null after `close`. */
    ended: ending.promise,
    /** The cluster object of kafkajs, for requests that kafkajs does not offer. */
    cluster: () => cluster,
    /** Sets the offset of the next fetch of the partition. */
    seek({ topic, partition, offset }: Position): void {
      consumer.seek({ topic, partition, offset: String(offset) })
    },
    commit: serialized((positions: readonly Position[]) =>
      commit(consumer, options.settings.requestTimeoutMs, positions),
    ),
    /** Leaves the group if the broker answers in time. A join in progress is no longer reported. */
    async close(): Promise<void> {
      stopWatching()
      for (const stop of removeListeners) stop()
      ending.resolve(null)
      // A consumer that disconnects while it joins does not leave: it would stay in the group as a dead
      // member.
      await starting
      await consumer.disconnect()
    },
  }
}

/** The second assigner is that of older versions: a group with such a member uses it. */
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
 * Reports two failures that kafkajs hides. If rejoining fails, for example because the coordinator is not
 * ready, kafkajs keeps fetching with its former membership, whose heartbeats the group still accepts,
 * although its partitions belong to other members. And if the coordinator does not answer heartbeats, kafkajs
 * retries for minutes, while another broker may have become the coordinator.
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
    if (!isMember) ended(new Error('The group could not be rejoined'))
  })
  consumer.on(REQUEST_TIMEOUT, ({ payload }) => {
    if (payload.apiName === 'Heartbeat') ended(new Error('The coordinator of the group does not answer'))
  })
}

/**
 * Reports a consumer that sends no heartbeats: it hangs or has lost its group, and kafkajs emits no event
 * (kafkajs issue 1441). Counts timer ticks rather than elapsed time: while the whole process was stopped, the
 * consumer could not send any.
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

/**
 * Commits the positions. kafkajs resolves a commit that it has not sent because the consumer is stopping, so
 * the COMMIT_OFFSETS event is required as well.
 */
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

/** Serializes the calls of `work`; a failed call does not stop the next one. */
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

/** Pause between two fetches of a throughput-oriented consumer. */
const FETCH_PAUSE_MS = 250

/**
 * Wraps a batch handler with a pause after each fetch: while records flow, each fetch brings more records for
 * the same cost. An idle consumer still waits at the broker. The batches of one fetch are handled one after
 * the other and share one pause.
 */
export function throttleFetches<T>(handle: (batch: T) => Promise<void>): (batch: T) => Promise<void> {
  let pausedAt = Number.NEGATIVE_INFINITY
  return async (batch) => {
    await handle(batch)
    if (performance.now() - pausedAt < FETCH_PAUSE_MS) return
    await sleep(FETCH_PAUSE_MS)
    pausedAt = performance.now()
  }
}
