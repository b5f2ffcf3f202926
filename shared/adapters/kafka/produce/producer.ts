import { setTimeout as sleep } from 'node:timers/promises'
import { withRunningTimeout } from '#shared/async/running-timeout.ts'
import { unavailable } from '#shared/errors.ts'
import type { NewRecord, RecordPlace, TopicPartition } from '#shared/ports/event-log.ts'
import type { MetadataCache } from '../connection/cluster-metadata.ts'
import type { KafkaSettings } from '../connection/options.ts'
import { partitionName } from '../protocol/partition-name.ts'
import { makeBrokerSenders } from './broker-senders.ts'
import { partitionChooser } from './choose-partition.ts'
import { PartitionAppend } from './partition-append.ts'
import { PartitionQueue } from './partition-queue.ts'
import { openProducerIds } from './producer-ids.ts'

const METADATA_RETRY_MS = 100

/**
 * A producer with one ordered `PartitionQueue` per partition and one `BrokerSender` per broker. Fetches the
 * metadata of topics that are not known yet. `isPacked`: whether the batches of a topic are compressed, which is named as on
 * the broker.
 */
export function kafkaProducer(
  metadata: MetadataCache,
  settings: KafkaSettings,
  isPacked: (topic: string) => boolean,
) {
  const queues = makeQueues(metadata, settings, isPacked)
  const choosePlace = placeChooser(metadata, settings)
  /** Places of the records that became durable in an append that was rejected as a whole. */
  const durable = new WeakMap<NewRecord, RecordPlace>()
  const whenTopicsKnown = orderedOnceKnown(metadata)

  /** Splits the records by partition and enqueues each group, whose records get their places when they are durable. */
  function send(entries: readonly Entry[], deadline: number): Promise<void>[] {
    const placed = entries.map((entry) => ({ entry, place: choosePlace(entry.record) }))
    const groups = Map.groupBy(placed, ({ place }) => partitionName(place))
    return [...groups.values()].map(async (group) => {
      const { place } = group[0] as (typeof placed)[number]
      const records = group.map(({ entry }) => entry.record)
      const limitMs = Math.max(0, deadline - performance.now())
      const append = new PartitionAppend(records, records.every(settings.mayLinger), limitMs)
      queues.of(place).append(append)
      const offsets = await append.done
      for (const [index, { entry }] of group.entries()) {
        const { topic } = entry.record
        entry.place = { topic, partition: place.partition, offset: offsets[index] as number }
        durable.set(entry.record, entry.place)
      }
    })
  }

  return {
    /**
     * Resolves when all records are durable: acknowledged by all in-sync replicas. After a rejection the
     * caller may append the same records again: those that are durable already are not sent twice. Resolves with
     * the places of all records, in their order.
     */
    async append(all: readonly NewRecord[]): Promise<RecordPlace[]> {
      const deadline = performance.now() + settings.appendTimeoutMs
      const entries: Entry[] = all.map((record) => ({ record, place: durable.get(record) ?? null }))
      const missing = entries.filter(({ place }) => place === null)
      const topics = new Set(missing.map(({ record }) => settings.topicPrefix + record.topic))
      const sending = whenTopicsKnown(topics, deadline, () => send(missing, deadline))
      const outcomes = await Promise.allSettled(await sending)
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
      for (const record of all) durable.delete(record)
      return entries.map(({ place }) => place as RecordPlace)
    },
    /** Sends the pending records, then disconnects. */
    close: queues.close,
  }
}

/** A record of an append; `place` is null until the record is durable. */
interface Entry {
  readonly record: NewRecord
  place: RecordPlace | null
}

/** Returns the function that tells the partition of a record whose topic is known, named as on the broker. */
function placeChooser(
  metadata: MetadataCache,
  settings: KafkaSettings,
): (record: NewRecord) => TopicPartition {
  const choosePartition = partitionChooser(settings)
  return (record) => {
    const topic = settings.topicPrefix + record.topic
    return { topic, partition: choosePartition(record, metadata.partitions(topic) ?? []) }
  }
}

function makeQueues(metadata: MetadataCache, settings: KafkaSettings, isPacked: (topic: string) => boolean) {
  /**
   * Refreshes the metadata; takes at least `METADATA_RETRY_MS`, since a new leader takes that long to be
   * known.
   */
  async function refreshLeader(): Promise<void> {
    const pause = sleep(METADATA_RETRY_MS)
    await metadata.refresh().catch(() => undefined)
    await pause
  }
  const senders = makeBrokerSenders(settings, () => void refreshLeader())
  const ids = openProducerIds(metadata, settings)
  const queues = new Map<string, PartitionQueue>()
  const open = (place: TopicPartition) =>
    new PartitionQueue({
      ...{ place, refreshLeader, producerId: ids.other },
      isPacked: () => isPacked(place.topic),
      topicId: () => metadata.topicId(place.topic),
      offer(queue) {
        const address = metadata.leader(place.topic, place.partition)
        if (address === null) throw new Error('No leader is known')
        senders.forBroker(address).offer(queue)
      },
    })
  return {
    of(place: TopicPartition): PartitionQueue {
      const name = partitionName(place)
      const queue = queues.get(name) ?? open(place)
      queues.set(name, queue)
      return queue
    },
    async close(): Promise<void> {
      await Promise.all([...queues.values()].map(({ rested }) => rested))
      await senders.close()
    },
  }
}

/**
 * Returns a function that runs `work` once the partitions of all its topics are known. Calls that share a
 * topic run in order. Rejects with `SERVICE_UNAVAILABLE` if the topics are not known by the deadline.
 */
function orderedOnceKnown(metadata: MetadataCache) {
  const waiting = new Set<ReadonlySet<string>>()
  let last: Promise<unknown> = Promise.resolve()
  const isReady = (topic: string) =>
    metadata.partitions(topic) !== undefined && ![...waiting].some((topics) => topics.has(topic))

  async function waitUntilKnown(topics: ReadonlySet<string>, deadline: number): Promise<void> {
    const isKnown = () => [...topics].every((topic) => metadata.partitions(topic) !== undefined)
    while (!isKnown()) {
      const remainingMs = deadline - performance.now()
      if (remainingMs <= 0) throw unavailable('event log', new Error('A topic does not exist'))
      await withRunningTimeout(remainingMs, metadata.refresh()).catch(() => undefined)
      if (!isKnown()) await sleep(Math.min(remainingMs, METADATA_RETRY_MS))
    }
  }

  return async <T>(topics: ReadonlySet<string>, deadline: number, work: () => T): Promise<T> => {
    if ([...topics].every(isReady)) return work()
    metadata.track(topics)
    waiting.add(topics)
    const run = last.then(() => waitUntilKnown(topics, deadline)).then(work)
    last = run.catch(() => undefined)
    return run.finally(() => waiting.delete(topics))
  }
}
