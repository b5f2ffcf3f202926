import { type Decoder, type Encoder, newDecoder, newEncoder, type RequestDefinition } from './kafkajs.ts'

/** The used fields of the answer to a Metadata request. */
export interface ClusterMetadata {
  readonly brokers: readonly { readonly nodeId: number; readonly host: string; readonly port: number }[]
  /** Node id of the broker that takes requests to create topics. */
  readonly controllerId: number
  readonly topicMetadata: readonly TopicMetadata[]
}

export interface TopicMetadata {
  readonly topicErrorCode: number
  readonly topic: string
  /** A topic that is created anew gets another one. */
  readonly topicId: string
  readonly partitionMetadata: readonly PartitionMetadata[]
}

/** `leader` is a node id; -1 while the partition has no leader. */
export interface PartitionMetadata {
  readonly partitionId: number
  readonly leader: number
  readonly leaderEpoch: number
  /** Node ids. */
  readonly replicas: readonly number[]
}

/**
 * The first version whose answer has topic ids (KIP-516); brokers support it from 2.8 on. kafkajs knows the versions up to 6.
 */
const VERSION = 10
const METADATA = 3
const ID_BYTES = 16
const NO_ID = Buffer.alloc(ID_BYTES)

/** The Metadata request about `topics`, all of them if it is empty. It never creates a topic. */
export const metadataRequest: RequestDefinition = {
  versions: [String(VERSION)],
  protocol: () => (options) => ({
    request: {
      apiKey: METADATA,
      apiVersion: VERSION,
      encode: async () => encode(options as { topics: readonly string[] }),
    },
    response: { decode: async (payload) => decode(newDecoder(payload)), parse: async (answer) => answer },
  }),
}

/** Begins with the tagged fields of the request header (version 2): the header that is sent is the older one without. */
function encode({ topics }: { readonly topics: readonly string[] }): Encoder {
  // The protocol writes null for all topics.
  const encoder = newEncoder()
    .writeUVarInt(0)
    .writeUVarInt(topics.length === 0 ? 0 : topics.length + 1)
  for (const topic of topics) encoder.writeBuffer(NO_ID).writeUVarIntString(topic).writeUVarInt(0)
  return encoder.writeBoolean(false).writeBoolean(false).writeBoolean(false).writeUVarInt(0)
}

function decode(decoder: Decoder): ClusterMetadata {
  decoder.readTaggedFields()
  // Throttle time.
  decoder.readInt32()
  const brokers = decoder.readUVarIntArray(readBroker) ?? []
  // Name of the cluster.
  decoder.readUVarIntString()
  const controllerId = decoder.readInt32()
  return { brokers, controllerId, topicMetadata: decoder.readUVarIntArray(readTopic) ?? [] }
}

function readBroker(decoder: Decoder) {
  const nodeId = decoder.readInt32()
  const host = decoder.readUVarIntString() ?? ''
  const port = decoder.readInt32()
  // Its rack.
  decoder.readUVarIntString()
  decoder.readTaggedFields()
  return { nodeId, host, port }
}

function readTopic(decoder: Decoder): TopicMetadata {
  const topicErrorCode = decoder.readInt16()
  const topic = decoder.readUVarIntString() ?? ''
  const topicId = decoder.readBytes(ID_BYTES).toString('base64url')
  // Whether it is internal.
  decoder.readBoolean()
  const partitionMetadata = decoder.readUVarIntArray(readPartition) ?? []
  // Authorised operations.
  decoder.readInt32()
  decoder.readTaggedFields()
  return { topicErrorCode, topic, topicId, partitionMetadata }
}

function readPartition(decoder: Decoder): PartitionMetadata {
  const readNodes = () => decoder.readUVarIntArray((nodes) => nodes.readInt32()) ?? []
  // Its error, which the leader tells as well.
  decoder.readInt16()
  const partitionId = decoder.readInt32()
  const leader = decoder.readInt32()
  const leaderEpoch = decoder.readInt32()
  const replicas = readNodes()
  // Replicas that are in sync, and those that are offline.
  readNodes()
  readNodes()
  decoder.readTaggedFields()
  return { partitionId, leader, leaderEpoch, replicas }
}
