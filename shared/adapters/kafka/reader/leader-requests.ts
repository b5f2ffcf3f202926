import { setTimeout as sleep } from 'node:timers/promises'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import { unavailable } from '#shared/errors.ts'
import type { TopicPartition } from '#shared/ports/event-log.ts'
import { type Broker, type ListedOffset, makeBroker } from '../client/broker.ts'
import type { MetadataCache } from '../client/cluster-metadata.ts'
import type { KafkaSettings } from '../client/options.ts'
import { type ReconnectingClient, reconnectingClient } from '../client/reconnecting-client.ts'

const RETRY_MS = 100

/** Clients of brokers, by address (host:port), which connect when they are first used. */
export type BrokerClients = ReturnType<typeof openBrokerClients>

/** A request without an answer within `timeoutMs` fails. */
export function openBrokerClients(settings: KafkaSettings, timeoutMs: number) {
  const clients = new Map<string, ReconnectingClient<Broker>>()
  return {
    /** Runs `work` with the broker; rejects if that fails or takes longer than `limitMs`. */
    use<T>(address: string, limitMs: number, work: (broker: Broker) => Promise<T>): Promise<T> {
      const client =
        clients.get(address) ?? reconnectingClient(() => makeBroker(address, settings, timeoutMs))
      clients.set(address, client)
      return client.use(limitMs, work)
    },
    async close(): Promise<void> {
      await Promise.all([...clients.values()].map((client) => client.close()))
    },
  }
}

/**
 * Requests to the leaders of partitions, which are repeated with fresh metadata until they succeed. They reject with
 * `SERVICE_UNAVAILABLE` when that takes longer than the append timeout. Topics are named as on the broker.
 */
export function leaderRequests(metadata: MetadataCache, clients: BrokerClients, settings: KafkaSettings) {
  async function retried<T>(work: (limitMs: number) => Promise<T>): Promise<T> {
    const deadline = performance.now() + settings.appendTimeoutMs
    for (;;) {
      const remainingMs = deadline - performance.now()
      try {
        return await work(remainingMs)
      } catch (error) {
        if (performance.now() + RETRY_MS >= deadline) throw unavailable('event log', error)
        await sleep(RETRY_MS)
        await withTimeoutOrNull(
          metadata.refresh().catch(() => undefined),
          Math.max(0, deadline - performance.now()),
        )
      }
    }
  }

  function leaderOf({ topic, partition }: TopicPartition): string {
    const address = metadata.leader(topic, partition)
    if (address === null) throw new Error(`${topic}/${partition} has no leader`)
    return address
  }

  function partitionsOf(topic: string): TopicPartition[] {
    metadata.track([topic])
    const partitions = metadata.partitions(topic)
    if (partitions === undefined) throw new Error(`The topic ${topic} is not known`)
    return partitions.map(({ partitionId }) => ({ topic, partition: partitionId }))
  }

  return {
    /** The oldest or end offset of each partition of the topic, by partition number. */
    offsets: (topic: string, which: 'oldest' | 'end'): Promise<number[]> =>
      retried(async (limitMs) => {
        const byLeader = Map.groupBy(partitionsOf(topic), leaderOf)
        const answers = await Promise.all(
          [...byLeader].map(([address, ofLeader]) =>
            clients.use(address, limitMs, (broker) => broker.listOffsets(ofLeader, which)),
          ),
        )
        return byPartition(answers.flat())
      }),
    /**
     * Runs `work` with the leader of the partition, and makes the result of its answer. Both may throw; the connection,
     * which other requests share, is given up only if `work` does.
     */
    atLeader: <Answer, T>(
      place: TopicPartition,
      work: (broker: Broker) => Promise<Answer>,
      toResult: (answer: Answer) => T,
    ): Promise<T> =>
      retried(async (limitMs) => {
        partitionsOf(place.topic)
        return toResult(await clients.use(leaderOf(place), limitMs, work))
      }),
  }
}

/** The offsets by partition number. Throws the first error of a partition. */
function byPartition(listed: readonly ListedOffset[]): number[] {
  for (const { error } of listed) if (error !== null) throw error
  return listed.toSorted((a, b) => a.partition - b.partition).map(({ offset }) => offset)
}
