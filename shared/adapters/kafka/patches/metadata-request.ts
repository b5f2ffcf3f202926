import { type Decoder, type Encoder, kafkajsModule, newDecoder, newEncoder } from '../protocol/kafkajs.ts'

interface MetadataRequest {
  readonly topics: readonly string[]
  readonly allowAutoTopicCreation: boolean
}

interface RequestDefinition {
  versions: string[]
  protocol(about: { version: number }): (metadataRequest: MetadataRequest) => unknown
}

/**
 * The first version of the Metadata request whose response has topic ids (KIP-516); brokers support it from
 * 2.8 on. kafkajs knows the versions up to 6.
 */
const VERSION = 10
const KAFKAJS_VERSION = 6
const METADATA = 3
const ID_BYTES = 16
const NO_ID = Buffer.alloc(ID_BYTES)

/**
 * Patches kafkajs 2.2.4 to send version 10 of the Metadata request to brokers that support it, so that every
 * client learns the topic ids.
 */
export function patchMetadataRequest(): void {
  const definition = kafkajsModule<RequestDefinition>('protocol/requests/metadata')
  const known = definition.protocol
  definition.versions.push(String(VERSION))
  definition.protocol = ({ version }) =>
    version < VERSION ? known({ version: Math.min(version, KAFKAJS_VERSION) }) : protocol
}

function protocol(metadataRequest: MetadataRequest) {
  const { parse } = kafkajsModule<{ parse: unknown }>('protocol/requests/metadata/v6/response')
  return {
    request: {
      apiKey: METADATA,
      apiVersion: VERSION,
      apiName: 'Metadata',
      encode: async () => encode(metadataRequest),
    },
    response: { parse, decode: async (bytes: Buffer) => decode(newDecoder(bytes)) },
  }
}

/**
 * Begins with the tagged fields of the request header (version 2): kafkajs writes the older header, which has
 * none.
 */
function encode({ topics, allowAutoTopicCreation }: MetadataRequest): Encoder {
  // No topic means all topics, as in kafkajs; the protocol writes that as null.
  const encoder = newEncoder()
    .writeUVarInt(0)
    .writeUVarInt(topics.length === 0 ? 0 : topics.length + 1)
  for (const topic of topics) encoder.writeBuffer(NO_ID).writeUVarIntString(topic).writeUVarInt(0)
  return encoder.writeBoolean(allowAutoTopicCreation).writeBoolean(false).writeBoolean(false).writeUVarInt(0)
}

function decode(decoder: Decoder) {
  decoder.readTaggedFields()
  return {
    throttleTime: 0,
    clientSideThrottleTime: decoder.readInt32(),
    brokers: decoder.readUVarIntArray(readBroker) ?? [],
    clusterId: decoder.readUVarIntString(),
    controllerId: decoder.readInt32(),
    topicMetadata: decoder.readUVarIntArray(readTopic) ?? [],
  }
}

function readBroker(decoder: Decoder) {
  const broker = {
    nodeId: decoder.readInt32(),
    host: decoder.readUVarIntString(),
    port: decoder.readInt32(),
    rack: decoder.readUVarIntString(),
  }
  decoder.readTaggedFields()
  return broker
}

/** Copies the topic id to each partition: partitions are the only part of a topic that kafkajs passes on. */
function readTopic(decoder: Decoder) {
  const topicErrorCode = decoder.readInt16()
  const topic = decoder.readUVarIntString()
  const topicId = decoder.readBytes(ID_BYTES).toString('base64url')
  const isInternal = decoder.readBoolean()
  const partitions = decoder.readUVarIntArray(readPartition) ?? []
  decoder.readInt32()
  decoder.readTaggedFields()
  return {
    topicErrorCode,
    topic,
    isInternal,
    partitionMetadata: partitions.map((partition) => ({ ...partition, topicId })),
  }
}

function readPartition(decoder: Decoder) {
  const readNodes = () => decoder.readUVarIntArray((nodes) => nodes.readInt32()) ?? []
  const partition = {
    partitionErrorCode: decoder.readInt16(),
    partitionId: decoder.readInt32(),
    leader: decoder.readInt32(),
    leaderEpoch: decoder.readInt32(),
    replicas: readNodes(),
    isr: readNodes(),
    offlineReplicas: readNodes(),
  }
  decoder.readTaggedFields()
  return partition
}
