import { setTimeout as sleep } from 'node:timers/promises'
import { withRunningTimeout } from '#shared/async/running-timeout.ts'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import { unavailable } from '#shared/errors.ts'
import type { TopicPartition } from '#shared/ports/event-log.ts'
import type { Broker, ListedOffset } from '../connection/broker.ts'
import type { BrokerClients } from '../connection/broker-clients.ts'
import type { MetadataCache } from '../connection/cluster-metadata.ts'
import type { KafkaSettings } from '../connection/options.ts'
import { assertAccepted } from '../protocol/kafka-error.ts'
import type { EpochEnd, EpochQuery } from '../protocol/offset-for-leader-epoch.ts'
import { partitionName } from '../protocol/partition-name.ts'

const RETRY_MS = 100

export type LeaderRequests = ReturnType<typeof leaderRequests>

/**
 * Requests to the leaders of partitions, which are repeated with fresh metadata until they succeed. They reject with
 * `SERVICE_UNAVAILABLE` when that takes longer than the append timeout. Topics are named as on the broker.
 */
export function leaderRequests(metadata: MetadataCache, clients: BrokerClients, settings: KafkaSettings) {
  const retried = <T>(work: (limitMs: number) => Promise<T>): Promise<T> =>
    retryUntil(performance.now() + settings.appendTimeoutMs, metadata, work)

  function leaderOf({ topic, partition }: TopicPartition): Broker {
    const address = metadata.leader(topic, partition)
    if (address === null) throw new Error(`${topic}/${partition} has no leader`)
    return clients.of(address)
  }

  /** The answers of the leaders about these partitions. */
  async function atLeaders<T extends TopicPartition, Answer>(
    partitions: readonly T[],
    limitMs: number,
    work: (broker: Broker, ofLeader: readonly T[]) => Promise<Answer[]>,
  ): Promise<Answer[]> {
    const byLeader = Map.groupBy(partitions, leaderOf)
    const answers = [...byLeader].map(([leader, ofLeader]) =>
      withRunningTimeout(limitMs, work(leader, ofLeader)),
    )
    return (await Promise.all(answers)).flat()
  }

  return {
    /** The oldest or end offset of each partition of the topic, by partition number. */
    offsets: (topic: string, which: 'oldest' | 'end'): Promise<number[]> =>
      retried(async (limitMs) => {
        const list = (broker: Broker, ofLeader: readonly TopicPartition[]) =>
          broker.listOffsets(ofLeader, which)
        return byPartition(await atLeaders(partitionsOf(topic, metadata), limitMs, list))
      }),
    /** What `epochEnds` of a broker tells, by `partitionName`, of each partition where it is known. */
    epochEnds: (queries: readonly EpochQuery[]): Promise<ReadonlyMap<string, number>> =>
      retried(async (limitMs) => {
        const ask = (broker: Broker, ofLeader: readonly EpochQuery[]) => broker.epochEnds(ofLeader)
        return knownEnds(await atLeaders(queries, limitMs, ask))
      }),
    /** Runs `work` with the leader of the partition. */
    atLeader: <T>(place: TopicPartition, work: (broker: Broker) => Promise<T>): Promise<T> =>
      retried((limitMs) => {
        partitionsOf(place.topic, metadata)
        return withRunningTimeout(limitMs, work(leaderOf(place)))
      }),
  }
}

/** Repeats `work`, with fresh metadata, until it succeeds or the deadline has come. */
async function retryUntil<T>(
  deadline: number,
  metadata: MetadataCache,
  work: (limitMs: number) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work(Math.max(0, deadline - performance.now()))
    } catch (error) {
      if (performance.now() + RETRY_MS >= deadline) throw unavailable('event log', error)
      await sleep(RETRY_MS)
      const refreshing = metadata.refresh().catch(() => undefined)
      await withTimeoutOrNull(refreshing, Math.max(0, deadline - performance.now()))
    }
  }
}

function partitionsOf(topic: string, metadata: MetadataCache): TopicPartition[] {
  metadata.track([topic])
  const partitions = metadata.partitions(topic)
  if (partitions === undefined) throw new Error(`The topic ${topic} is not known`)
  return partitions.map(({ partitionId }) => ({ topic, partition: partitionId }))
}

/** Throws the first error of a partition. */
function knownEnds(ends: readonly EpochEnd[]): ReadonlyMap<string, number> {
  for (const { errorCode } of ends) assertAccepted(errorCode)
  return new Map(ends.filter(({ end }) => end >= 0).map((one) => [partitionName(one), one.end]))
}

/** The offsets by partition number. Throws the first error of a partition. */
function byPartition(listed: readonly ListedOffset[]): number[] {
  for (const { error } of listed) if (error !== null) throw error
  return listed.toSorted((a, b) => a.partition - b.partition).map(({ offset }) => offset)
}
