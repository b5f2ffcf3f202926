import { createRequire } from 'node:module'
import type { Admin } from 'kafkajs'

/** What is used of kafkajs 2.2.4, src/protocol: its encoder, its decoder, and how a request is defined. */
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

/** The first version that names topic ids (KIP-516), of brokers from 2.8 on; kafkajs knows up to 6. */
const VERSION = 10
const KAFKAJS_VERSION = 6
const METADATA = 3
const ID_BYTES = 16
const NO_ID = Buffer.alloc(ID_BYTES)

const require = createRequire(import.meta.url)

/** Has all clients of kafkajs ask for the ids of topics with their metadata, from brokers that know them. */
export function patchMetadataRequest(): void {
  const definition: RequestDefinition = require('kafkajs/src/protocol/requests/metadata')
  if (definition.versions.includes(String(VERSION))) return
  const known = definition.protocol
  definition.versions.push(String(VERSION))
  definition.protocol = ({ version }) =>
    version < VERSION ? known({ version: Math.min(version, KAFKAJS_VERSION) }) : protocol
}

/** What is known of a log: the id of its topic ('' where nobody can tell), and by partition its leader epoch. */
export interface TopicDescription {
  readonly id: string
  readonly leaderEpochs: ReadonlyMap<number, number>
}

/** By topic what has its name now. Rejects when one is missing. */
export async function describeTopics(
  admin: Pick<Admin, 'fetchTopicMetadata'>,
  topics: readonly string[],
): Promise<ReadonlyMap<string, TopicDescription>> {
  const answer = await admin.fetchTopicMetadata({ topics: [...topics] })
  return new Map(
    answer.topics.map(({ name, partitions }) => {
      const known: DescribedPartition[] = partitions
      const leaderEpochs = known.map(
        ({ partitionId, leaderEpoch = -1 }) => [partitionId, leaderEpoch] as const,
      )
      return [name, { id: known[0]?.topicId ?? '', leaderEpochs: new Map(leaderEpochs) }]
    }),
  )
}

/** A partition as kafkajs hands it on: from an old broker it is without what was asked for here. */
interface DescribedPartition {
  readonly partitionId: number
  readonly topicId?: string
  readonly leaderEpoch?: number
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

/** The tagged fields of the header (version 2) come first: kafkajs writes the one before them. */
function encode({ topics, allowAutoTopicCreation }: MetadataRequest): Encoder {
  const encoder: Encoder = new (require('kafkajs/src/protocol/encoder'))()
  encoder.writeUVarInt(0)
  // As kafkajs has it, none are all.
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

/** The id stands at each partition, since that is all that kafkajs hands on of a topic. */
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
