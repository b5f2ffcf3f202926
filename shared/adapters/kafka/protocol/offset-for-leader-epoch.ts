import { type Decoder, newDecoder, newEncoder } from './kafkajs.ts'
import { partitionName } from './partition-name.ts'

/** A partition and the leader epoch up to which it was read. */
export interface EpochQuery {
  /** Named as on the broker. */
  readonly topic: string
  readonly partition: number
  readonly epoch: number
}

/** The parts of kafkajs 2.2.4 used here: the cluster object that an assigner gets. */
interface Cluster {
  findLeaderForPartitions(topic: string, partitions: readonly number[]): Readonly<Record<string, number[]>>
  findBroker(about: { nodeId: string }): Promise<Broker>
  refreshMetadata(): Promise<void>
}

interface Broker {
  readonly versions: Readonly<Record<number, { readonly maxVersion: number } | undefined>>
  readonly connectionPool: { send(request: unknown): Promise<EpochEnd[]> }
}

interface EpochEnd {
  readonly topic: string
  readonly partition: number
  readonly errorCode: number
  readonly end: number
}

const OFFSET_FOR_LEADER_EPOCH = 23
/** The first version that consumers are meant to use (KIP-320); brokers support it from 2.3 on. */
const VERSION = 3
const CONSUMER = -1
const ANY_EPOCH = -1

/**
 * Sends OffsetForLeaderEpoch requests to the leaders of the partitions. Returns, by `partitionName`, the end
 * offset of the given leader epoch and all earlier ones: if the log was truncated since it was read, it was
 * truncated there. A partition is left out if its broker does not support the request. Rejects if a leader
 * does not answer or leads no more, after kafkajs has refreshed its metadata.
 */
export async function fetchEpochEnds(
  cluster: object,
  queries: readonly EpochQuery[],
): Promise<ReadonlyMap<string, number>> {
  const kafkajsCluster = cluster as Cluster
  try {
    const byLeader = Map.groupBy(queries, ({ topic, partition }) =>
      leaderOf(kafkajsCluster, topic, partition),
    )
    const answers = await Promise.all(
      [...byLeader].map(([nodeId, ofLeader]) => requestEnds(kafkajsCluster, nodeId, ofLeader)),
    )
    const ends = answers.flat().filter(({ end }) => end >= 0)
    return new Map(ends.map(({ topic, partition, end }) => [partitionName({ topic, partition }), end]))
  } catch (error) {
    await kafkajsCluster.refreshMetadata()
    throw error
  }
}

function leaderOf(cluster: Cluster, topic: string, partition: number): string {
  const [nodeId] = Object.keys(cluster.findLeaderForPartitions(topic, [partition]))
  if (nodeId === undefined) throw new Error(`${topic}/${partition} has no leader`)
  return nodeId
}

async function requestEnds(
  cluster: Cluster,
  nodeId: string,
  queries: readonly EpochQuery[],
): Promise<EpochEnd[]> {
  const broker = await cluster.findBroker({ nodeId })
  const { maxVersion = 0 } = broker.versions[OFFSET_FOR_LEADER_EPOCH] ?? {}
  if (maxVersion < VERSION) return []
  const request = { apiKey: OFFSET_FOR_LEADER_EPOCH, apiVersion: VERSION, apiName: 'OffsetForLeaderEpoch' }
  const answers = await broker.connectionPool.send({
    request: { ...request, encode: async () => encode(queries) },
    response: {
      decode: async (bytes: Buffer) => decode(newDecoder(bytes)),
      parse: async (data: unknown) => data,
    },
  })
  const refused = answers.find(({ errorCode }) => errorCode !== 0)
  if (refused) throw new Error(`${partitionName(refused)}: Kafka error ${refused.errorCode}`)
  return answers
}

function encode(queries: readonly EpochQuery[]) {
  const topics = [...Map.groupBy(queries, ({ topic }) => topic)].map(([topic, partitions]) =>
    newEncoder()
      .writeString(topic)
      .writeArray(
        partitions.map(({ partition, epoch }) =>
          newEncoder().writeInt32(partition).writeInt32(ANY_EPOCH).writeInt32(epoch),
        ),
      ),
  )
  return newEncoder().writeInt32(CONSUMER).writeArray(topics)
}

function decode(decoder: Decoder): EpochEnd[] {
  // throttle_time_ms
  decoder.readInt32()
  return decoder.readArray(readTopic).flat()
}

function readTopic(decoder: Decoder): EpochEnd[] {
  const topic = decoder.readString()
  return decoder.readArray(() => {
    const [errorCode, partition] = [decoder.readInt16(), decoder.readInt32()]
    decoder.readInt32()
    return { topic, partition, errorCode, end: Number(decoder.readInt64()) }
  })
}
