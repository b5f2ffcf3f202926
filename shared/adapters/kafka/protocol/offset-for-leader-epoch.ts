import type { TopicPartition } from '#shared/ports/event-log.ts'
import { type Decoder, newDecoder, newEncoder, type RequestDefinition } from './kafkajs.ts'
import { byTopic } from './partition-name.ts'

/** A partition and the leader epoch up to which it was read. */
export interface EpochQuery extends TopicPartition {
  readonly epoch: number
}

export interface EpochEnd extends TopicPartition {
  readonly errorCode: number
  readonly end: number
}

const OFFSET_FOR_LEADER_EPOCH = 23
/** The first version that consumers are meant to use (KIP-320); brokers support it from 2.3 on. */
const VERSION = 3
const CONSUMER = -1
const ANY_EPOCH = -1

/** The definition of the OffsetForLeaderEpoch request, which kafkajs 2.2.4 has not; its answer is `EpochEnd[]`. */
export const offsetForLeaderEpoch: RequestDefinition = {
  versions: [String(VERSION)],
  protocol: () => (options) => ({
    request: {
      apiKey: OFFSET_FOR_LEADER_EPOCH,
      apiVersion: VERSION,
      encode: async () => encode((options as { queries: readonly EpochQuery[] }).queries),
    },
    response: { decode: async (bytes) => decode(newDecoder(bytes)), parse: async (answer) => answer },
  }),
}

function encode(queries: readonly EpochQuery[]) {
  const topics = byTopic(queries, ({ partition, epoch }) =>
    newEncoder().writeInt32(partition).writeInt32(ANY_EPOCH).writeInt32(epoch),
  ).map(({ topic, partitions }) => newEncoder().writeString(topic).writeArray(partitions))
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
