import { createRequire } from 'node:module'

/**
 * The parts of kafkajs 2.2.4 used here: the encoder and decoder of src/protocol, and the definition of a
 * request.
 */
interface Encoder {
  readonly buffer: Buffer
  writeUVarInt(value: number): Encoder
  writeUVarIntString(value: string | null): Encoder
  writeBoolean(value: boolean): Encoder
  writeBuffer(value: Buffer): Encoder
}

interface Decoder {
  readInt16(): number
  readInt32(): number
  readBoolean(): boolean
  readBytes(length: number): Buffer
  readUVarIntString(): string | null
  readUVarIntArray<T>(read: (decoder: Decoder) => T): T[] | null
  readTaggedFields(): unknown
}

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

const require = createRequire(import.meta.url)

/**
 * Patches kafkajs 2.2.4 to send version 10 of the Metadata request to brokers that support it, so that every
 * client learns the topic ids.
 */
export function patchMetadataRequest(): void {
  const definition: RequestDefinition = require('kafkajs/src/protocol/requests/metadata')
  if (definition.versions.includes(String(VERSION))) return
  const known = definition.protocol
  definition.versions.push(String(VERSION))
  definition.protocol = ({ version }) =>
    version < VERSION ? known({ version: Math.min(version, KAFKAJS_VERSION) }) : protocol
}

function protocol(metadataRequest: MetadataRequest) {
  const { parse } = require('kafkajs/src/protocol/requests/metadata/v6/response')
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

function newDecoder(bytes: Buffer): Decoder {
  return new (require('kafkajs/src/protocol/decoder'))(bytes)
}

/**
 * Begins with the tagged fields of the request header (version 2): kafkajs writes the older header, which has
 * none.
 */
function encode({ topics, allowAutoTopicCreation }: MetadataRequest): Encoder {
  const encoder: Encoder = new (require('kafkajs/src/protocol/encoder'))()
  encoder.writeUVarInt(0)
  // No topic means all topics, as in kafkajs; the protocol writes that as null.
  encoder.writeUVarInt(topics.length === 0 ? 0 : topics.length + 1)
  for (const topic of topics) encoder.writeBuffer(NO_ID).writeUVarIntString(topic).writeUVarInt(0)
  return encoder.writeBoolean(allowAutoTopicCreation).writeBoolean(false).writeBoolean(false).writeUVarInt(0)
}

function decode(decoder: Decoder) {
  decoder.readTaggedFields()
  const throttleTime = decoder.readInt32()
  const brokers = decoder.readUVarIntArray(readBroker) ?? []
  const clusterId = decoder.readUVarIntString()
  const controllerId = decoder.readInt32()
  const topicMetadata = decoder.readUVarIntArray(readTopic) ?? []
  return {
    throttleTime: 0,
    clientSideThrottleTime: throttleTime,
    brokers,
    clusterId,
    controllerId,
    topicMetadata,
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
  const [partitionErrorCode, partitionId, leader] = [
    decoder.readInt16(),
    decoder.readInt32(),
    decoder.readInt32(),
  ]
  const leaderEpoch = decoder.readInt32()
  const [replicas, isr, offlineReplicas] = [readNodes(), readNodes(), readNodes()]
  decoder.readTaggedFields()
  return { partitionErrorCode, partitionId, leader, leaderEpoch, replicas, isr, offlineReplicas }
}
