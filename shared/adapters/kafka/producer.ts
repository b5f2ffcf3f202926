import { setTimeout as sleep } from 'node:timers/promises'
import { type PartitionerArgs, Partitioners } from 'kafkajs'
import { unavailable } from '#shared/errors.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { ClusterView } from './cluster-view.ts'
import { type LeaderQueues, leaderQueues } from './leader-queues.ts'
import type { KafkaSettings } from './options.ts'
import { type PartitionLane, partitionLane } from './partition-lane.ts'
import { partitionName } from './partition-name.ts'
import type { PlacedRecord } from './produce-request.ts'
import { within } from './time-limit.ts'

export interface Appender {
  /**
   * Resolves when all records are durable: acknowledged by all replicas in sync. What was taken of an append that was refused is
   * not sent again when the same records are appended again.
   */
  append(records: readonly NewRecord[]): Promise<void>
  /** Sends what is waiting, then disconnects. */
  close(): Promise<void>
}

const LEARN_AGAIN_MS = 100
/** Nobody leads the partition as far as is known. */
const NO_LEADER = 'NO_LEADER'
/** Kafka protocol, "Error Codes": another broker leads the partition, or this one does not know yet that it does. */
const ELSEWHERE: ReadonlySet<unknown> = new Set([
  NO_LEADER,
  'NOT_LEADER_FOR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'UNKNOWN_TOPIC_OR_PARTITION',
  'FENCED_LEADER_EPOCH',
  'UNKNOWN_LEADER_EPOCH',
  'KAFKA_STORAGE_ERROR',
])

/** Appends by way of partition lanes and leader queues. Topics that are not known yet are asked for. */
export function kafkaAppender(view: ClusterView, settings: KafkaSettings): Appender {
  /** Not sooner than a moment later: a new leader takes that long to be known. */
  async function learn(): Promise<void> {
    const pause = sleep(LEARN_AGAIN_MS)
    await view.refresh().catch(() => undefined)
    await pause
  }
  const queues = leaderQueues(settings, () => void learn())
  const laneOf = makeLanes(view, queues, learn)
  const place = makePlacer(view, settings.topicPrefix)
  /** Durable records of appends that failed as a whole. */
  const taken = new WeakSet<NewRecord>()
  const whenKnown = inOrderOnceKnown(view)

  /** Of each partition those that it has of the records. */
  function send(records: readonly NewRecord[], deadline: number): Promise<void>[] {
    const placed = records.map((record) => ({ record, placed: place(record) }))
    const pieces = Map.groupBy(placed, (one) => partitionName(one.placed))
    return [...pieces.values()].map((piece) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const lane = laneOf((piece[0] as (typeof placed)[number]).placed)
      lane.enter({ records: piece.map((one) => one.placed), deadline, resolve, reject })
      return promise.then(() => {
        for (const { record } of piece) taken.add(record)
      })
    })
  }

  return {
    async append(all) {
      const deadline = performance.now() + settings.appendTimeoutMs
      const records = all.filter((record) => !taken.has(record))
      const topics = new Set(records.map(({ topic }) => settings.topicPrefix + topic))
      const sending = whenKnown(topics, deadline, () => send(records, deadline))
      const outcomes = await Promise.allSettled(await sending)
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
      for (const record of all) taken.delete(record)
    },
    close: queues.close,
  }
}

function makePlacer(view: ClusterView, topicPrefix: string): (record: NewRecord) => PlacedRecord {
  const choose = Partitioners.DefaultPartitioner()
  return ({ topic: own, key, value, headers }) => {
    const topic = topicPrefix + own
    const partitionMetadata = view.partitions(topic) ?? []
    const partition = choose({ topic, partitionMetadata, message: { key, value } } as PartitionerArgs)
    return { topic, key, value, headers, partition }
  }
}

type LaneOf = (place: Pick<PlacedRecord, 'topic' | 'partition'>) => PartitionLane

function makeLanes(view: ClusterView, queues: LeaderQueues, learn: () => Promise<void>): LaneOf {
  const lanes = new Map<string, PartitionLane>()
  const open: LaneOf = ({ topic, partition }) =>
    partitionLane({
      learn,
      isElsewhere,
      async append(records, limitMs) {
        const address = view.leader(topic, partition)
        if (address === null) throw Object.assign(new Error('No leader is known'), { type: NO_LEADER })
        await queues.at(address).append(records, limitMs)
      },
    })
  return (place) => {
    const name = partitionName(place)
    const lane = lanes.get(name) ?? open(place)
    lanes.set(name, lane)
    return lane
  }
}

/** Does the work once the topics' partitions are known, in order per topic. Rejects when they are not in time. */
function inOrderOnceKnown(view: ClusterView) {
  const waiting = new Set<ReadonlySet<string>>()
  let last: Promise<unknown> = Promise.resolve()
  const isReady = (topic: string) =>
    view.partitions(topic) !== undefined && ![...waiting].some((topics) => topics.has(topic))

  async function untilKnown(topics: ReadonlySet<string>, deadline: number): Promise<void> {
    const isKnown = () => [...topics].every((topic) => view.partitions(topic) !== undefined)
    while (!isKnown()) {
      const leftMs = deadline - performance.now()
      if (leftMs <= 0) throw unavailable('event log', new Error('A topic is not there'))
      await within(leftMs, view.refresh()).catch(() => undefined)
      if (!isKnown()) await sleep(Math.min(leftMs, LEARN_AGAIN_MS))
    }
  }

  return async <T>(topics: ReadonlySet<string>, deadline: number, work: () => T): Promise<T> => {
    if ([...topics].every(isReady)) return work()
    view.watch(topics)
    waiting.add(topics)
    const mine = last.then(() => untilKnown(topics, deadline)).then(work)
    last = mine.catch(() => undefined)
    return mine.finally(() => waiting.delete(topics))
  }
}

/** Where nothing can have been taken, or a broker went away, another one may take it. */
function isElsewhere(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return ELSEWHERE.has(typeOf(cause)) || /^KafkaJSConnection(Closed)?Error$/.test((cause as Error).name)
}

function typeOf(error: unknown): unknown {
  return (error as { type?: string } | undefined)?.type
}
