import { logLevel } from 'kafkajs'
import type { TopicPartition } from '#shared/ports/event-log.ts'
import { kafkajsModule, newEncoder } from '../protocol/kafkajs.ts'
import { encodeProduceRequest, type PartitionedRecord } from '../protocol/produce-request.ts'
import type { FetchedMessage } from '../protocol/record-batch.ts'
import { connectionSettings, kafkajsLogCreator } from './kafka-client.ts'
import type { KafkaSettings } from './options.ts'

/**
 * A connection to one broker that sends Kafka requests directly, without the decisions (leader, retries,
 * batching) of kafkajs's clients.
 */
export interface Broker {
  /** Resolves after the broker has answered a request. */
  connect(): Promise<void>
  disconnect(): Promise<void>
  /** The broker's metadata of the topics; of all topics if none is named. */
  metadata(topics: readonly string[]): Promise<ClusterMetadata>
  /**
   * Appends the records with acks=all. Returns the answer about each partition: the records of one partition get
   * successive offsets, in the order of `records`.
   */
  produce(records: readonly PartitionedRecord[], timeoutMs: number): Promise<ProducedPartition[]>
  /** Reads each partition from its offset on, up to the first transaction that is open, as consumers do. */
  fetch(offsets: readonly PartitionOffset[], limits: FetchLimits): Promise<FetchedPartition[]>
  /** The offset of the oldest record, or the one behind the newest that a fetch returns, of each partition. */
  listOffsets(partitions: readonly TopicPartition[], which: 'oldest' | 'end'): Promise<ListedOffset[]>
}

/** `error`: why the partition rejected its records; without one, `baseOffset` is the offset of the first of them. */
export interface ProducedPartition extends TopicPartition {
  readonly error: Error | null
  readonly baseOffset: number
}

export interface PartitionOffset extends TopicPartition {
  readonly offset: number
}

/** How long the broker waits for a record, and the most bytes of a partition and of all. One batch is always returned. */
export interface FetchLimits {
  readonly waitMs: number
  readonly partitionBytes: number
  readonly bytes: number
}

/** The answer about a partition, with the fields that kafkajs reads of it. `error`: why there is none. */
export interface FetchedPartition extends TopicPartition {
  readonly error: Error | null
  readonly highWatermark: string
  /** The end for readers of committed records. */
  readonly lastStableOffset: string
  readonly abortedTransactions: readonly object[]
  readonly messages: readonly FetchedMessage[]
}

export interface ListedOffset extends PartitionOffset {
  readonly error: Error | null
}

/** The used fields of a Metadata response (Kafka protocol, "Metadata Response"). */
export interface ClusterMetadata {
  readonly brokers: readonly { readonly nodeId: number; readonly host: string; readonly port: number }[]
  readonly topicMetadata: readonly {
    readonly topicErrorCode: number
    readonly topic: string
    readonly partitionMetadata: readonly PartitionMetadata[]
  }[]
}

/** `leader` is a node id; -1 while the partition has no leader. */
export interface PartitionMetadata {
  readonly partitionId: number
  readonly leader: number
}

interface ProduceResponse {
  readonly topics: readonly {
    readonly topicName: string
    readonly partitions: readonly {
      readonly partition: number
      readonly errorCode: number
      readonly baseOffset: string
    }[]
  }[]
}

interface FetchResponse {
  readonly responses: readonly {
    readonly topicName: string
    readonly partitions: readonly (Omit<FetchedPartition, 'topic' | 'error'> & {
      readonly errorCode: number
    })[]
  }[]
}

interface ListOffsetsResponse {
  readonly responses: readonly {
    readonly topic: string
    readonly partitions: readonly {
      readonly partition: number
      readonly errorCode: number
      readonly offset: string
    }[]
  }[]
}

/** The part of kafkajs 2.2.4 used here: its connection to a broker. */
interface KafkajsBroker {
  readonly connectionPool: { send(request: object): Promise<unknown> }
  connect(): Promise<void>
  disconnect(): Promise<void>
  lookupRequest(
    apiKey: number,
    definition: unknown,
  ): (options: object) => { request: object; response: object }
}

type ConnectionPools = (options: object) => { build(address: object): Promise<unknown> }

const KafkajsBroker = kafkajsModule<new (options: object) => KafkajsBroker>('broker')
const connectionPools = kafkajsModule<ConnectionPools>('cluster/connectionPoolBuilder')
const { createLogger } = kafkajsModule<{ createLogger(options: object): unknown }>('loggers')
type Api = 'Produce' | 'Metadata' | 'Fetch' | 'ListOffsets'
const apiKeys = kafkajsModule<Record<Api, number>>('protocol/requests/apiKeys')
const { requests } = kafkajsModule<{ requests: Record<string, unknown> }>('protocol/requests')
const { createErrorFromCode } = kafkajsModule<{ createErrorFromCode(code: number): Error }>('protocol/error')

/**
 * Creates a client for the broker at `address` (host:port) without connecting. A request without a response
 * within `timeoutMs` fails.
 */
export function makeBroker(address: string, settings: KafkaSettings, timeoutMs: number): Broker {
  const logger = createLogger({ level: logLevel.NOTHING, logCreator: kafkajsLogCreator(settings.log) })
  const pools = connectionPools({ ...connectionSettings(settings, timeoutMs), logger, brokers: [address] })
  let broker: KafkajsBroker | null = null

  /**
   * Sends a request and returns the decoded response with its error codes; kafkajs would throw the first
   * error of any partition instead. `override` replaces properties of the request of kafkajs, such as its
   * encoder.
   */
  async function sendRequest<Answer>(api: Api, options: object, override: object = {}): Promise<Answer> {
    if (broker === null) throw new Error('The broker is not connected')
    const { request, response } = broker.lookupRequest(apiKeys[api], requests[api])(options)
    const rawResponse = { ...response, parse: async (answer: unknown) => answer }
    return (await broker.connectionPool.send({
      request: { ...request, ...override },
      response: rawResponse,
    })) as Answer
  }

  return {
    async connect() {
      broker = new KafkajsBroker({
        connectionPool: await pools.build({}),
        logger,
        authenticationTimeout: timeoutMs,
      })
      await broker.connect()
    },
    async disconnect() {
      await broker?.disconnect()
    },
    metadata: (topics) => sendRequest('Metadata', { topics, allowAutoTopicCreation: false }),
    async produce(records, limitMs) {
      const encode = async () => toEncoder(encodeProduceRequest(records, limitMs, Date.now()))
      return producedPartitions(await sendRequest<ProduceResponse>('Produce', {}, { encode }))
    },
    async fetch(offsets, limits) {
      return fetchedPartitions(await sendRequest<FetchResponse>('Fetch', fetchOptions(offsets, limits)))
    },
    async listOffsets(partitions, which) {
      const topics = byTopic(partitions, ({ partition }) => ({ partition, timestamp: TIMESTAMPS[which] }))
      return listedOffsets(await sendRequest<ListOffsetsResponse>('ListOffsets', { topics }))
    },
  }
}

/** Kafka protocol, "ListOffsets Request": what stands for a timestamp. */
const TIMESTAMPS = { oldest: '-2', end: '-1' }

function byTopic<T extends TopicPartition, Entry>(partitions: readonly T[], toEntry: (one: T) => Entry) {
  const groups = Map.groupBy(partitions, ({ topic }) => topic)
  return [...groups].map(([topic, ofTopic]) => ({ topic, partitions: ofTopic.map(toEntry) }))
}

function producedPartitions({ topics }: ProduceResponse): ProducedPartition[] {
  return topics.flatMap(({ topicName: topic, partitions }) =>
    partitions.map(({ partition, errorCode, baseOffset }) => {
      return { topic, partition, error: errorOf(errorCode), baseOffset: Number(baseOffset) }
    }),
  )
}

function fetchOptions(offsets: readonly PartitionOffset[], { waitMs, partitionBytes, bytes }: FetchLimits) {
  const topics = byTopic(offsets, ({ partition, offset }) => {
    return { partition, fetchOffset: String(offset), maxBytes: partitionBytes }
  })
  return { topics, maxWaitTime: waitMs, minBytes: 1, maxBytes: bytes }
}

function fetchedPartitions({ responses }: FetchResponse): FetchedPartition[] {
  return responses.flatMap(({ topicName: topic, partitions }) =>
    partitions.map(({ errorCode, ...fetched }) => ({ topic, ...fetched, error: errorOf(errorCode) })),
  )
}

function listedOffsets({ responses }: ListOffsetsResponse): ListedOffset[] {
  return responses.flatMap(({ topic, partitions }) =>
    partitions.map(({ partition, errorCode, offset }) => {
      return { topic, partition, offset: Number(offset), error: errorOf(errorCode) }
    }),
  )
}

const errorOf = (code: number) => (code === 0 ? null : createErrorFromCode(code))

/** Wraps encoded bytes in the encoder type that kafkajs expects, and copies. */
function toEncoder(bytes: Buffer) {
  return Object.assign(newEncoder(1), { buf: bytes, offset: bytes.length })
}
